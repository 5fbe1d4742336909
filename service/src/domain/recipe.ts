import { type EnhanceOptions, type RecipeName, recipeNames, styleNames } from "lightwell";
import { knownVersion, type PreferenceName, type Preferences } from "./preferences.ts";

/** The part of an image's preferences that the engine applies. */
export interface Recipe {
  /** false: only decode, merge and write. */
  readonly enhance: boolean;
  readonly options: EnhanceOptions;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Quality of the finished picture; downloads in other formats are made from it. */
const masterQuality = 95;

const [plainStyle] = styleNames;

/** Kinds of pictures that are not styles of the engine. */
const ownTypes: Record<string, EnhanceOptions> = {
  property_usa: { targetLightness: 72, saturation: 0.3, windowPull: "strong" },
};

/** The names of the engine's styles, and the kinds above; anything else is plain. */
function optionsOfType(type: string): EnhanceOptions {
  const style = styleNames.find((name) => name === type);
  if (style === undefined) return ownTypes[type] ?? {};
  return style === plainStyle ? {} : { style };
}

const levels: Record<string, number> = { NONE: 0, LOW: 1, MEDIUM: 2, HIGH: 3 };

/** Known values; any other has the effect of the default. */
const knownValues: Partial<Record<PreferenceName, readonly string[]>> = {
  enhance_type: [...styleNames, ...Object.keys(ownTypes)],
  perspective_correction_mode: ["DEFAULT_ENABLED", "PRESERVE_CONTENT", "PRIORITIZE_PERSPECTIVE"],
  window_pull_type: ["NONE", "ONLY_WINDOWS", "WINDOWS_WITH_SKIES"],
  cloud_type: ["CLEAR", "LOW_CLOUD", "HIGH_CLOUD"],
};

/** Values that request what the engine does not do: it adds and removes nothing. */
const outside: Partial<Record<PreferenceName, (value: unknown) => boolean>> = {
  sky_replacement: (value) => value === true,
  restage: (value) => Object.values(value as object).some(Boolean),
  privacy: (value) => value === true,
  upscale: (value) => value === true,
  finetune_settings: (value) => Object.keys(value as object).length > 0,
  denoise_level: (value) => value !== "NONE",
};

/**
 * Translates preferences to engine options. `ai_version` names the engine's recipe; an unknown version (4.7) uses the
 * recipe of its major number.
 */
export function recipeOf(preferences: Preferences): Recipe {
  const options: Writable<EnhanceOptions> = { format: "jpeg", quality: masterQuality };
  const recipe = recipeNamed(preferences.ai_version ?? "latest");
  if (recipe !== "latest") options.recipe = recipe;
  Object.assign(options, optionsOfType(preferences.enhance_type ?? "property"));
  if (preferences.lens_correction === false) options.lensCorrection = false;
  applyPerspective(preferences, options);
  applyWindowPull(preferences, options);
  if (typeof preferences.threesixty === "boolean") options.panorama = preferences.threesixty ? "on" : "auto";
  applyLevels(preferences, options);
  return { enhance: preferences.enhance !== false, options };
}

/** An unknown version that was stored before such versions were refused means the newest. */
function recipeNamed(version: string): RecipeName {
  const known = recipeNames.find((name) => name === version);
  if (known !== undefined) return known;
  if (!knownVersion.test(version)) return "latest";
  return version.startsWith("5") ? "5.x" : "4.x";
}

/**
 * Whether an `ai_version` corrects only lenses with measured distortion, transverse chromatic aberration and
 * vignetting: true for versions below 5.
 */
export function needsCompleteProfiles(version: string): boolean {
  return recipeNamed(version).startsWith("4");
}

const sharedNames = ["panorama", "recipe", "style", "targetLightness"] as const;

/**
 * Settings that the rooms of one house must share: how bright white is, and what counts as a room.
 */
export type HousePreferences = Pick<EnhanceOptions, (typeof sharedNames)[number]>;

/** `undefined` for a picture that is not enhanced. Names are in a fixed order. */
export function housePreferencesOf({ enhance, options }: Recipe): HousePreferences | undefined {
  if (!enhance) return undefined;
  return Object.fromEntries(
    sharedNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
}

const doubtful = [...Object.keys(outside), ...Object.keys(knownValues), "ai_version"] as PreferenceName[];

/** Names of the requested preferences that are not applied, including those with an unknown value. */
export function unsupportedAmong(preferences: Preferences): PreferenceName[] {
  return doubtful.filter((name) => preferences[name] != null && isUndone(name, preferences[name]));
}

function isUndone(name: PreferenceName, value: unknown): boolean {
  if (name === "ai_version") return !knownVersion.test(String(value));
  return outside[name]?.(value) ?? !knownValues[name]?.includes(String(value));
}

/** The cost of lost content and the value of perspective; the two switches decide whether to straighten at all. */
const perspectiveModes: Record<string, EnhanceOptions> = {
  PRESERVE_CONTENT: { maxCropLoss: 0.1 },
  PRIORITIZE_PERSPECTIVE: { perspective: "full", maxCropLoss: 0.9 },
};

function applyPerspective(preferences: Preferences, options: Writable<EnhanceOptions>): void {
  const { vertical_correction: vertical, perspective_correction: perspective } = preferences;
  Object.assign(options, perspectiveModes[preferences.perspective_correction_mode ?? ""]);
  if (vertical === false || perspective === false) options.perspective = "off";
}

function applyWindowPull(
  { window_pull: pull, window_pull_type: type }: Preferences,
  options: Writable<EnhanceOptions>,
): void {
  if (pull === false || type === "NONE") options.windowPull = "none";
  else if (type === "WINDOWS_WITH_SKIES") options.windowPull = "strong";
  else if (pull === true || type === "ONLY_WINDOWS") options.windowPull = "natural";
}

/** The API's settings of 2024: steps on top of the plain picture; NONE turns the automatic part off. */
function applyLevels(preferences: Preferences, options: Writable<EnhanceOptions>): void {
  const step = (name: PreferenceName) => levels[String(preferences[name] ?? "")];
  const brightness = step("brightness_boost") ?? step("brightness_boost_internal") ?? step("brightness_boost_external");
  const contrast = step("contrast_boost") ?? step("contrast_boost_internal") ?? step("contrast_boost_external");
  const [clarity, saturation] = [step("clarity_level"), step("saturation_level")];
  if (brightness !== undefined) options.targetLightness = 64 + 3 * brightness;
  if (contrast !== undefined || clarity !== undefined)
    options.localContrast = 0.15 * Math.max(contrast ?? 0, clarity ?? 0);
  if (saturation !== undefined) options.saturation = 0.15 * saturation;
}
