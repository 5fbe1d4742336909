import { describe, expect, test } from "vitest";
import type { Preferences } from "../../src/domain/preferences.ts";
import { recipeOf, unsupportedAmong } from "../../src/domain/recipe.ts";

const plain = { format: "jpeg", quality: 95 };

describe("the recipe of an image", () => {
  const rows: readonly (readonly [Preferences, object])[] = [
    [{}, {}],
    [{ enhance_type: "property" }, {}],
    [{ enhance_type: "neutral" }, { style: "neutral" }],
    [{ enhance_type: "natural" }, { style: "natural" }],
    [{ enhance_type: "property_usa" }, { targetLightness: 72, saturation: 0.3, windowPull: "strong" }],
    [{ enhance_type: "unheard of" }, {}],
    [{ lens_correction: false }, { lensCorrection: false }],
    [{ vertical_correction: false }, { perspective: "off" }],
    [{ perspective_correction: false }, { perspective: "off" }],
    [{ perspective_correction_mode: "PRESERVE_CONTENT" }, { maxCropLoss: 0.1 }],
    [{ perspective_correction_mode: "PRIORITIZE_PERSPECTIVE" }, { perspective: "full", maxCropLoss: 0.9 }],
    [
      { perspective_correction_mode: "PRIORITIZE_PERSPECTIVE", vertical_correction: false },
      { perspective: "off", maxCropLoss: 0.9 },
    ],
    [{ window_pull: false }, { windowPull: "none" }],
    [{ window_pull: true }, { windowPull: "natural" }],
    [{ window_pull_type: "NONE" }, { windowPull: "none" }],
    [{ window_pull_type: "WINDOWS_WITH_SKIES" }, { windowPull: "strong" }],
    [{ threesixty: true }, { panorama: "on" }],
    [{ threesixty: false }, { panorama: "auto" }],
    [{ ai_version: "latest" }, {}],
    [{ ai_version: "beta" }, { recipe: "beta" }],
    [{ ai_version: "stable" }, { recipe: "stable" }],
    [{ ai_version: "5.0" }, { recipe: "5.0" }],
    [{ ai_version: "5.x" }, { recipe: "5.x" }],
    [{ ai_version: "5.3" }, { recipe: "5.x" }],
    [{ ai_version: "4.7" }, { recipe: "4.x" }],
    [{ ai_version: "2" }, { recipe: "4.x" }],
    [{ ai_version: "kept before it was refused" }, {}],
    [{ brightness_boost: "HIGH" }, { targetLightness: 73 }],
    [{ contrast_boost: "LOW", clarity_level: "MEDIUM" }, { localContrast: 0.3 }],
    [{ saturation_level: "NONE" }, { saturation: 0 }],
  ];

  test.each(rows)("of %j becomes options of the engine", (preferences, options) => {
    expect(recipeOf(preferences)).toEqual({ enhance: true, options: { ...plain, ...options } });
  });

  test("without enhance is only to decode, merge and write", () => {
    expect(recipeOf({ enhance: false }).enhance).toBe(false);
  });

  test("names what was asked for and is not done, and not what was declined", () => {
    const asked = { sky_replacement: true, restage: { tvs: true }, privacy: true, upscale: true, denoise_level: "LOW" };
    expect(unsupportedAmong({ ...asked, finetune_settings: { a: 1 }, cloud_type: "CLEAR" } as Preferences)).toEqual(
      expect.arrayContaining([...Object.keys(asked), "finetune_settings"]),
    );
    const declined = { sky_replacement: false, restage: { tvs: false }, privacy: false, denoise_level: "NONE" };
    expect(unsupportedAmong(declined as Preferences)).toEqual([]);
  });
});

test("values that are not known are named", () => {
  const unknown = {
    enhance_type: "dramatic",
    perspective_correction_mode: "FULL",
    window_pull_type: "DOORS",
    cloud_type: "STORM",
    ai_version: "newest",
  };
  expect(unsupportedAmong(unknown).sort()).toEqual(Object.keys(unknown).sort());
  const known = { enhance_type: "property_usa", window_pull_type: "NONE", cloud_type: "CLEAR", ai_version: "5.x" };
  expect(unsupportedAmong(known)).toEqual([]);
});
