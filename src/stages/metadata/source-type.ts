import type { TagRecord } from "./tags.ts";
import { toText } from "./tags.ts";

/**
 * IPTC's digital source types (cv.iptc.org/newscodes/digitalsourcetype) from the least artificial to the most. Old
 * names are next to their replacements.
 */
const byArtifice: readonly (readonly string[])[] = [
  ["digitalCapture", "negativeFilm", "positiveFilm", "print"],
  ["computationalCapture"],
  ["humanEdits", "minorHumanEdits"],
  ["algorithmicallyEnhanced"],
  ["compositeCapture", "screenCapture", "virtualRecording"],
  ["digitalCreation", "digitalArt", "softwareImage", "algorithmicMedia", "dataDrivenMedia"],
  ["composite", "compositeSynthetic"],
  ["compositeWithTrainedAlgorithmicMedia"],
  ["trainedAlgorithmicMedia"],
];

/** An unknown term may mean anything; only trained models rank higher. */
const rankOfUnknown = byArtifice.findIndex((terms) => terms.includes("compositeWithTrainedAlgorithmicMedia")) - 0.5;

const vocabulary = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/**
 * The source type of the result: the most artificial one among those of the frames, from any of their metadata
 * including content credentials, and `own`, which is `undefined` if this program does not add one.
 */
export function strongestSourceType(frames: readonly TagRecord[], own: string | undefined): string | undefined {
  const found = frames.flatMap((tags) =>
    Object.entries(tags)
      .filter(([tag]) => /DigitalSourceType$/.test(tag))
      .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
      .map((value) => termOf(toText(value) ?? "")),
  );
  const terms = [...found.filter((term) => term !== ""), ...(own === undefined ? [] : [own])];
  const [first, ...others] = terms;
  if (first === undefined) return undefined;
  const strongest = others.reduce((best, term) => (rankOf(term) > rankOf(best) ? term : best), first);
  return vocabulary + strongest;
}

/** The last part of the address, which identifies a term; empty if it is not a word. */
function termOf(text: string): string {
  const term = text.split("/").at(-1) ?? "";
  return /^\w{1,80}$/.test(term) ? term : "";
}

function rankOf(term: string): number {
  const rank = byArtifice.findIndex((terms) => terms.some((known) => known.toLowerCase() === term.toLowerCase()));
  return rank < 0 ? rankOfUnknown : rank;
}
