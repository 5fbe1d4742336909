import { oneOf } from "../options/index.ts";

/**
 * Published recipes: the value of every option that changes pixels. A published recipe never changes; an improvement
 * gets the next number, and an option added later is listed here with its earlier behaviour. The code behind the
 * options changes, so equal bytes need the same version of the engine too; reports state both.
 */
const published = {
  /** The fusion, simpler toning and smaller lens database of versions 1 to 4 of the API. */
  "4.0": { ...frozen5(), method: "mertens", localContrast: 0.15, lensCoverage: "complete" },
  "5.0": frozen5(),
} as const;

type Published = keyof typeof published;

type NameForRecipe = "latest" | "beta" | "stable" | "5.x" | "4.x";

/** Recipe of each name: `latest` and `beta` are the current defaults of the options. */
const meanings: Readonly<Record<NameForRecipe, Published | undefined>> = {
  latest: undefined,
  beta: undefined,
  stable: "5.0",
  "5.x": "5.0",
  "4.x": "4.0",
};

/** Values of `recipe`: a published recipe by number or by name. */
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
  /** Recipes by the names of the service's `ai_version`. */
  recipe: oneOf(
    recipeNames,
    "latest",
    "Make pictures like a published recipe: its options replace the defaults, and other options override it",
  ),
};

/** Completes the given options with those of the recipe. The option table reports unknown names. */
export function withRecipe(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const options = optionsOfRecipe(input["recipe"]);
  if (options === undefined) return input;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...options, ...Object.fromEntries(given) };
}

/** Options that a recipe sets; empty for names that mean the defaults, and for unknown names. */
export function optionsOfRecipe(name: unknown): Readonly<Record<string, unknown>> | undefined {
  const published = publishedRecipe(name);
  return published === undefined ? undefined : { ...recipes[published] };
}

const recipes: Readonly<Record<Published, Readonly<Record<string, unknown>>>> = published;

/** Number of the recipe with a name. */
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
