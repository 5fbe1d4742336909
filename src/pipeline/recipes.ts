import { oneOf } from "../options/index.ts";

/**
 * How pictures were made at a time: the value of every option that changes pixels. A published recipe never changes; a
 * better way gets the next number, and an option that is added later is listed here with the earlier behaviour. The
 * code behind the options changes, so equal bytes need the same version of the engine too; reports state both.
 */
const published = {
  /** The fusion, the plainer tone and the fewer lenses of versions 1 to 4 of the API. */
  "4.0": { ...frozen5(), method: "mertens", localContrast: 0.15, lensCoverage: "complete" },
  "5.0": frozen5(),
} as const;

type Published = keyof typeof published;

type NameForRecipe = "latest" | "beta" | "stable" | "5.x" | "4.x";

/** What each name means: `latest` and `beta` are the defaults of the options as they are now. */
const meanings: Readonly<Record<NameForRecipe, Published | undefined>> = {
  latest: undefined,
  beta: undefined,
  stable: "5.0",
  "5.x": "5.0",
  "4.x": "4.0",
};

/** What `recipe` accepts: a published recipe by its number, or the name of one. */
export type RecipeName = Published | NameForRecipe;

/** Every name that `recipe` accepts. */
export const recipeNames: readonly RecipeName[] = [
  "latest",
  "stable",
  "beta",
  ...(Object.keys(published) as Published[]),
  "5.x",
  "4.x",
];

export const recipeOptions = {
  /** By the names that the service's `ai_version` has. */
  recipe: oneOf(
    recipeNames,
    "latest",
    "Make pictures as a published recipe did: its options replace the defaults, and given options override it",
  ),
};

/** The options of a recipe under those given. An unknown name is left to the table's own check. */
export function withRecipe(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const options = optionsOfRecipe(input["recipe"]);
  if (options === undefined) return input;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...options, ...Object.fromEntries(given) };
}

/** What a recipe sets; nothing for names that go with the defaults, and for unknown ones. */
export function optionsOfRecipe(name: unknown): Readonly<Record<string, unknown>> | undefined {
  const published = publishedRecipe(name);
  return published === undefined ? undefined : { ...recipes[published] };
}

const recipes: Readonly<Record<Published, Readonly<Record<string, unknown>>>> = published;

/** The number behind a name. */
export function publishedRecipe(name: unknown): Published | undefined {
  if (typeof name !== "string") return undefined;
  if (Object.hasOwn(published, name)) return name as Published;
  return Object.hasOwn(meanings, name) ? meanings[name as NameForRecipe] : undefined;
}

function frozen5() {
  return {
    rawWhiteBalance: "camera",
    rawToneCurve: "camera",
    rawCameraLook: "off",
    rawProfile: "auto",
    rawDenoise: "auto",
    rawSharpening: "off",
    rawHotPixels: "auto",
    rawExposureEv: 0,
    align: true,
    alignModel: "homography",
    alignEdges: "fill",
    maxShift: 0.05,
    deghost: "auto",
    flash: "off",
    method: "natural",
    dropFrames: "auto",
    windowPull: "natural",
    contrastWeight: 1,
    saturationWeight: 1,
    exposednessWeight: 1,
    lensCorrection: true,
    lensDistortion: true,
    lensFringes: true,
    lensVignetting: true,
    lensCoverage: "all",
    lensTrustCamera: true,
    perspective: "verticals",
    perspectiveStrength: 1,
    maxPitchDeg: 15,
    maxRollDeg: 8,
    maxCropLoss: 0.35,
    toneStrength: 1,
    autoExposure: 1,
    targetLightness: 68.5,
    exposureEv: 0,
    whiteBalance: 1,
    warmth: 0,
    localContrast: 0.3,
    saturation: 0.25,
    oneHouse: true,
  } as const;
}
