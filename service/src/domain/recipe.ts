import { type EnhanceOptions, type RecipeName, recipeNames, styleNames } from "lightwell";
import { knownVersion, type PreferenceName, type Preferences } from "./preferences.ts";

/** What of an image's preferences the engine does. */
export interface Recipe {
  /** false: only decoded, merged and written. */
  readonly enhance: boolean;
  readonly options: EnhanceOptions;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Quality of the finished picture; what downloads ask for is made from it. */
const masterQuality = 95;

const [plainStyle] = styleNames;

/** Kinds of pictures that are not a style of the engine. */
const ownTypes: Record<string, EnhanceOptions> = {
  property_usa: { targetLightness: 72, saturation: 0.3, windowPull: "strong" },
};

/** The engine's styles by their names, and the kinds above; anything else is plain. */
function optionsOfType(type: string): EnhanceOptions {
  const style = styleNames.find((name) => name === type);
  if (style === undefined) return ownTypes[type] ?? {};
  return style === plainStyle ? {} : { style };
}

const levels: Record<string, number> = { NONE: 0, LOW: 1, MEDIUM: 2, HIGH: 3 };

/** Values that are known; any other does what the default does. */
const knownValues: Partial<Record<PreferenceName, readonly string[]>> = {
  enhance_type: [...styleNames, ...Object.keys(ownTypes)],
  perspective_correction_mode: ["DEFAULT_ENABLED", "PRESERVE_CONTENT", "PRIORITIZE_PERSPECTIVE"],
  window_pull_type: ["NONE", "ONLY_WINDOWS", "WINDOWS_WITH_SKIES"],
  cloud_type: ["CLEAR", "LOW_CLOUD", "HIGH_CLOUD"],
};

/** Asked for by these values, and outside an engine that adds and removes nothing, or not built. */
const outside: Partial<Record<PreferenceName, (value: unknown) => boolean>> = {
  sky_replacement: (value) => value === true,
  restage: (value) => Object.values(value as object).some(Boolean),
  privacy: (value) => value === true,
  upscale: (value) => value === true,
  finetune_settings: (value) => Object.keys(value as object).length > 0,
  denoise_level: (value) => value !== "NONE",
};

/**
 * Preferences to engine options. `ai_version` names the engine's recipe; a version that was none of ours (4.7) takes
 * the one of its first number.
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

/** One that was kept before unknown versions were refused is the newest. */
function recipeNamed(version: string): RecipeName {
  const known = recipeNames.find((name) => name === version);
  if (known !== undefined) return known;
  if (!knownVersion.test(version)) return "latest";
  return version.startsWith("5") ? "5.x" : "4.x";
}

/**
 * Whether the pictures of an `ai_version` are corrected only for lenses of which distortion, transverse chromatic
 * aberration and vignetting were all measured: true of versions below 5.
 */
export function needsCompleteProfiles(version: string): boolean {
  return recipeNamed(version).startsWith("4");
}

const wished = ["panorama", "recipe", "style", "targetLightness"] as const;

/**
 * What the rooms of one house have in common besides their walls: how bright white is to be, and what counts as a room.
 */
export type HousePreferences = Pick<EnhanceOptions, (typeof wished)[number]>;

/** `undefined` for a picture that is not enhanced. Names come in one order. */
export function housePreferencesOf({ enhance, options }: Recipe): HousePreferences | undefined {
  if (!enhance) return undefined;
  return Object.fromEntries(wished.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}

const doubtful = [...Object.keys(outside), ...Object.keys(knownValues), "ai_version"] as PreferenceName[];

/** Preferences that were asked for and are not done, by name; among them those with a value that is not known. */
export function unsupportedAmong(preferences: Preferences): PreferenceName[] {
  return doubtful.filter((name) => preferences[name] != null && isUndone(name, preferences[name]));
}

function isUndone(name: PreferenceName, value: unknown): boolean {
  if (name === "ai_version") return !knownVersion.test(String(value));
  return outside[name]?.(value) ?? !knownValues[name]?.includes(String(value));
}

/** What content costs and what perspective is worth; straightening at all is decided by the two switches. */
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

/** The settings of 2024: steps on top of the plain picture; NONE turns the automatic part off. */
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
