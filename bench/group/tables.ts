import { type Trait, traits } from "../../fixtures/shoots/index.ts";
import { marked, type Table } from "../fusion/table.ts";
import { confidenceRanges, type Score } from "./score.ts";

/** The engine's own bars. */
const bars = { exactShare: 0.995, falseMergesPer10k: 1, nearBlankShare: 0.99 } as const;

const exactShare = ({ exact, sets }: Score) => exact / sets;
const falseMergesPer10k = ({ falseMerges, sets }: Score) => (falseMerges / sets) * 10_000;
const nearBlankShare = ({ nearBlankRight, nearBlank }: Score) => (nearBlank === 0 ? 1 : nearBlankRight / nearBlank);

const percent = (share: number, digits = 2) => `${(100 * share).toFixed(digits)} %`;

/** Names of the bars that a score misses. */
export function missedBars(score: Score): string[] {
  return [
    ...(exactShare(score) < bars.exactShare ? ["exact sets"] : []),
    ...(falseMergesPer10k(score) > bars.falseMergesPer10k ? ["false merges"] : []),
    ...(nearBlankShare(score) < bars.nearBlankShare ? ["near-blank frames"] : []),
  ];
}

export function methodTable(names: readonly string[], scores: readonly Score[]): Table {
  return {
    head: [
      "method",
      "sets",
      "exact (≥ 99.5 %)",
      "false merges in 10,000 (≤ 1)",
      "near-blank right (≥ 99 %)",
      "frames missed",
      "thumbnails read",
      "wrong though sure",
    ],
    rows: scores.map((score, i) => {
      const missed = missedBars(score);
      return [
        names[i],
        String(score.sets),
        marked(percent(exactShare(score)), !missed.includes("exact sets")),
        marked(falseMergesPer10k(score).toFixed(1), !missed.includes("false merges")),
        marked(percent(nearBlankShare(score), 1), !missed.includes("near-blank frames")),
        percent(score.missed / score.bracketFiles),
        percent(score.thumbnails / score.files, 0),
        score.wrong === 0 ? "none" : `${score.wrongButSure} of ${score.wrong}`,
      ];
    }),
  };
}

/** One row for each trait, the worst first. A set counts in each of its traits. */
export function traitTable(score: Score): Table {
  const rows = (Object.keys(traits) as Trait[])
    .flatMap((trait) => {
      const part = score.traits[trait];
      return part === undefined ? [] : [{ trait, ...part, share: part.exact / part.sets }];
    })
    .sort((a, b) => a.share - b.share || b.sets - a.sets);
  return {
    head: ["trait", "", "sets", "exact", "wrong", "of these merged scenes"],
    rows: rows.map(({ trait, sets, exact, share, falseMerges }) => [
      trait,
      "",
      String(sets),
      marked(percent(share), share >= bars.exactShare),
      String(sets - exact),
      String(falseMerges),
    ]),
  };
}

/** Share of correct groups by confidence. */
export function confidenceTable({ confidences }: Score): Table {
  return {
    head: ["confidence", "", "groups", "they say, on average", "right", "wrong"],
    rows: confidences.map(({ groups, right, said }, i) => [
      `${confidenceRanges[i]} to ${confidenceRanges[i + 1] ?? 1}`,
      "",
      String(groups),
      groups === 0 ? "" : percent(said / groups),
      groups === 0 ? "" : percent(right / groups),
      String(groups - right),
    ]),
  };
}
