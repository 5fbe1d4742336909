import { resolveOptions } from "../../options/index.ts";
import { mergeOptions } from "../../stages/merge/index.ts";
import { styleNames, toneOptions, withStyle } from "../../stages/tone/index.ts";
import { escaped } from "../html-page.ts";

/** The sliders, with their ranges; the tables of options have the same. */
export const sliders = [
  { name: "exposureEv", text: "Brightness (EV)", min: -3, max: 3, step: 0.05 },
  { name: "toneStrength", text: "Whole tone", min: 0, max: 1, step: 0.05 },
  { name: "autoExposure", text: "Automatic brightness", min: 0, max: 1, step: 0.05 },
  { name: "whiteBalance", text: "Automatic white balance", min: 0, max: 1, step: 0.05 },
  { name: "warmth", text: "Warmth", min: -1, max: 1, step: 0.05 },
  { name: "localContrast", text: "Local contrast", min: 0, max: 1, step: 0.05 },
  { name: "saturation", text: "Saturation", min: -1, max: 1, step: 0.05 },
] as const;

const pulls = ["none", "natural", "strong"].filter((pull) => mergeOptions.windowPull.check(pull));

/** The tone options that each style means. */
export function styleValues(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    styleNames.map((style) => [style, resolveOptions("tone", toneOptions, withStyle({ style }))]),
  );
}

/** The dialog in which a picture is tried with other options. */
export function redoForm(): string {
  const choice = (name: string, text: string, values: readonly string[]) =>
    `<label>${text} <select name="${name}">${values.map((value) => `<option>${escaped(value)}</option>`).join("")}</select></label>`;
  const rows = sliders.map(
    ({ name, text, min, max, step }) =>
      `<label>${text} <input type="range" name="${name}" min="${min}" max="${max}" step="${step}"><span aria-hidden="true"></span></label>`,
  );
  return `<dialog id="redo" aria-labelledby="redo-title"><div class="viewer-bar"><h2 id="redo-title"></h2><span class="soft" id="redo-status" role="status"></span><button data-do="redo-reset">As it is now</button><button data-do="redo-save" class="main">Save</button><button data-do="redo-close">Close</button></div><div class="redo-parts"><form>${choice("style", "Style", styleNames)}${choice("windowPull", "Windows", pulls)}${rows.join("")}</form><div><div class="redo-picture"></div><p class="soft">A preview of tone: verticals and crop are found in a small copy, and may differ from those of the saved picture.</p></div></div></dialog>`;
}
