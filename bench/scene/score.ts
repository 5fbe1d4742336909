import { sceneClasses } from "../../src/ops/index.ts";

/** Summed shares of pictures for each class: correct, wrong, missed. */
export interface Tally {
  pictures: number;
  readonly right: Float64Array;
  readonly wrong: Float64Array;
  readonly missed: Float64Array;
}

/** Minimum share of a class in a picture's mean. */
const minShare = 0.01;

/** Minimum sum over all pictures of a class that is printed. */
const minSum = 0.02;

export function newTally(): Tally {
  const zeros = () => new Float64Array(sceneClasses.length + 1);
  return { pictures: 0, right: zeros(), wrong: zeros(), missed: zeros() };
}

/**
 * Adds a picture: `found` and `labels` are class numbers of every pixel, 0 if unlabelled. Returns the mean intersection
 * over union of the labelled classes.
 */
export function addPicture(tally: Tally, found: Uint8Array, labels: Uint8Array): number {
  const own = newTally();
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === 0) continue;
    if (found[i] === labels[i]) own.right[found[i]]++;
    else {
      own.wrong[found[i]]++;
      own.missed[labels[i]]++;
    }
  }
  const present: number[] = [];
  for (let c = 1; c <= sceneClasses.length; c++) {
    for (const key of ["right", "wrong", "missed"] as const) tally[key][c] += own[key][c] / labels.length;
    const share = (own.right[c] + own.missed[c]) / labels.length;
    if (share >= minShare) present.push(own.right[c] / (own.right[c] + own.wrong[c] + own.missed[c]));
  }
  tally.pictures++;
  return present.length === 0 ? 1 : present.reduce((sum, value) => sum + value, 0) / present.length;
}

/** A line a class: intersection over union, recall, precision; tab-separated rows for the table of results. */
export function rowsOf(name: string, { pictures, right, wrong, missed }: Tally): string[] {
  return sceneClasses.flatMap((label, i) => {
    const c = i + 1;
    if (right[c] + missed[c] <= minSum) return [];
    const numbers = [
      right[c] / (right[c] + wrong[c] + missed[c]),
      right[c] / (right[c] + missed[c]),
      right[c] / Math.max(1e-9, right[c] + wrong[c]),
    ];
    return [[name, pictures, label, ...numbers.map((value) => value.toFixed(2))].join("\t")];
  });
}
