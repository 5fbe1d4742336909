import type { Pictures } from "../pictures/index.ts";
import type { Shot } from "../shots/index.ts";
import { areOfOneBody, type Draft, doubt, type Match, oddsOf, ranked } from "./draft.ts";

/**
 * Likeness of edges from which two views are one by other light, and that views of different things seldom pass: of two
 * simulated shoots the halves of 11 of 13 views, by day and at dusk, had 0.52 or more, 19,460 other pairs 0.22 at most;
 * 414 pairs of different real scenes had 0.13 at most, frames of one real scene 0.51 or more.
 */
const sameEdges = 0.38;
const otherEdges = 0.25;
const edgeGap = { middle: 0.03, scale: 0.02 };
/**
 * Display luminance, 0 to 1, and share of the most open frame's open pixels, of the frame whose edges stand for a view.
 */
const middleBrightness = 0.45;
const nearlyAsOpen = 0.85;
/** Measured on simulated dusk alone. */
const duskCertainty = 0.95;
/** Whether one view by two lights is wanted as one set or as two, nothing tells. */
const twoLightsCertainty = 0.5;

/**
 * Makes one of drafts that show one view by different light, in place. Other light moves the brightness of sky and
 * windows, but hardly where the edges are and which way they run.
 */
export function joinOtherLight(drafts: Draft[], pictures: Pictures): void {
  for (const draft of [...drafts].reverse()) {
    const [best, second] = byEdges(draft, drafts, pictures);
    if (best === undefined) continue;
    if (best.score < sameEdges) {
      // Nearly one view: by another light it may be.
      for (const each of [draft, best.draft]) doubt(each, oddsOf(sameEdges - best.score, edgeGap));
      continue;
    }
    best.draft.shots.push(...draft.shots);
    const odds = oddsOf(best.score - Math.max(second?.score ?? 0, otherEdges), edgeGap);
    doubt(best.draft, Math.min(draft.certainty, odds, duskCertainty));
    drafts.splice(drafts.indexOf(draft), 1);
  }
}

/** As {@link joinOtherLight}, but leaves views by different lights apart, none of them sure. */
export function noteOtherLight(drafts: readonly Draft[], pictures: Pictures): void {
  const clearest = drafts.map((draft) => clearestOf(draft, pictures));
  for (const [i, draft] of drafts.entries()) {
    for (let k = i + 1; k < drafts.length; k++) {
      if (!areOfOneBody(clearest[i], clearest[k])) continue;
      const likeness = pictures.edgeLikeness(clearest[i], clearest[k]);
      for (const each of [draft, drafts[k]]) {
        doubt(each, Math.max(oddsOf(sameEdges - likeness, edgeGap), twoLightsCertainty));
        if (likeness >= sameEdges) each.hasOtherLight = true;
      }
    }
  }
}

/** The drafts whose clearest frame has most of its edges where the draft's has them. */
function byEdges(draft: Draft, drafts: readonly Draft[], pictures: Pictures): Match[] {
  const shot = clearestOf(draft, pictures);
  const others = drafts.filter((other) => other !== draft && areOfOneBody(other.shots[0], shot));
  return ranked(others, (other) => pictures.edgeLikeness(clearestOf(other, pictures), shot));
}

/**
 * Of the frames that are nearly as open as the most open one, that of middle brightness: noise hides edges in a dark
 * one.
 */
function clearestOf({ shots }: Draft, pictures: Pictures): Shot {
  const seen = shots.map((shot) => ({
    shot,
    ...(pictures.exposureOf(shot) ?? { openShare: 0, brightness: 0 }),
  }));
  const most = Math.max(...seen.map(({ openShare }) => openShare));
  const offOf = ({ brightness }: { brightness: number }) => Math.abs(brightness - middleBrightness);
  return seen
    .filter(({ openShare }) => openShare >= nearlyAsOpen * most)
    .reduce((best, each) => (offOf(each) < offOf(best) ? each : best)).shot;
}
