import type { LensEntry } from "../../src/stages/lens/index.ts";

/** A rule for writing a lens's name; `undefined` if it does not apply to the name. */
export type Way = (name: string, entry: LensEntry) => string | undefined;

const figures = /(\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?) ?mm/i;
const aperture = /\bf\/?(\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?)/i;

const changed = (from: string, to: string): string | undefined => {
  const tidy = to.replace(/\s+/g, " ").trim();
  return tidy === from ? undefined : tidy;
};

/** Integers with ".0", as EXIF's rationals are printed: 24 → 24.0. */
const withTail = (numbers: string) => numbers.replace(/\d+(?:\.\d+)?/g, (n) => (n.includes(".") ? n : `${n}.0`));

const roman: Readonly<Record<string, string>> = { II: "2", III: "3", IV: "4" };

/** Spellings of names by makers' cameras, ExifTool, phones and programs. */
export const ways: Readonly<Record<string, Way>> = {
  "as lensfun": (name) => name,
  "without the maker": (name, { makers }) =>
    changed(
      name,
      makers.reduce((text, maker) => text.replace(new RegExp(`^${escaped(maker)} `, "i"), ""), name),
    ),
  "the maker twice": (name, { makers }) => `${makers[0]} ${name}`,
  "series and figures in one word": (name) =>
    changed(name, name.replace(/([A-Za-z]) (?=\d+(?:\.\d+)?(?:-\d+)?(?:\.\d+)? ?mm)/, "$1")),
  "a space before mm": (name) => changed(name, name.replace(figures, "$1 mm")),
  capitals: (name) => changed(name, name.toUpperCase()),
  "small letters": (name) => changed(name, name.toLowerCase()),
  "F2.8 for f/2.8": (name) => changed(name, name.replace(aperture, "F$1")),
  "f/2.8 for F2.8": (name) => changed(name, name.replace(aperture, "f/$1")),
  "f2.8 for f/2.8": (name) => changed(name, name.replace(aperture, "f$1")),
  "1:2.8 for f/2.8": (name) => changed(name, name.replace(aperture, "1:$1")),
  "24.0-70.0 mm": (name) =>
    changed(
      name,
      name.replace(figures, (_, n: string) => `${withTail(n)} mm`),
    ),
  "f/4.0 for f/4": (name) =>
    changed(
      name,
      name.replace(aperture, (_, n: string) => `f/${withTail(n)}`),
    ),
  "a long dash": (name) =>
    changed(
      name,
      name.replace(figures, (text) => text.replace("-", "–")),
    ),
  "spaces about the dash": (name) =>
    changed(
      name,
      name.replace(figures, (text) => text.replace("-", " - ")),
    ),
  "the aperture first": (name) => {
    const f = aperture.exec(name)?.[0];
    return (
      f &&
      changed(
        name,
        name.replace(aperture, " ").replace(figures, (text) => `${f} ${text}`),
      )
    );
  },
  "words by underscores": (name) => changed(name, name.replaceAll(" ", "_")),
  "a comma before the aperture": (name) =>
    changed(
      name,
      name.replace(aperture, (text) => `, ${text}`),
    ),
  "Mark II for II": (name) => changed(name, name.replace(/ (II|III|IV)\b/, " Mark $1")),
  "Mk2 for II": (name) =>
    changed(
      name,
      name.replace(/ (II|III|IV)\b/, (_, n: string) => ` Mk${roman[n]}`),
    ),
  "the mount at the end": (name, { mounts }) => `${name} for ${mounts[0]}`,
  "a registered mark": (name, { makers }) => changed(name, name.replace(makers[0], `${makers[0]}®`)),
};

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
