import type { Pictures } from "../pictures/index.ts";
import type { Shot } from "../shots/index.ts";
import { otherLight } from "./params.ts";
import { areOfOneBody, type Draft, doubt, type Match, oddsOf, ranked } from "./view.ts";

/**
 * Makes one of drafts that show one view by different light, in place. Other light moves the brightness of sky and
 * windows, but hardly where the edges are and which way they run.
 */
export function joinOtherLight(drafts: Draft[], pictures: Pictures): void {
  for (const draft of [...drafts].reverse()) {
    const [best, second] = byEdges(draft, drafts, pictures);
    if (best === undefined) continue;
    if (best.score < otherLight.sameEdges) {
      // Nearly one view: by another light it may be.
      for (const each of [draft, best.draft])
        doubt(each, oddsOf(otherLight.sameEdges - best.score, otherLight.edgeGap));
      continue;
    }
    best.draft.shots.push(...draft.shots);
    const odds = oddsOf(best.score - Math.max(second?.score ?? 0, otherLight.otherEdges), otherLight.edgeGap);
    doubt(best.draft, Math.min(draft.certainty, odds, otherLight.duskCertainty));
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
        doubt(
          each,
          Math.max(oddsOf(otherLight.sameEdges - likeness, otherLight.edgeGap), otherLight.twoLightsCertainty),
        );
        if (likeness >= otherLight.sameEdges) each.hasOtherLight = true;
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
  const offOf = ({ brightness }: { brightness: number }) => Math.abs(brightness - otherLight.middleBrightness);
  return seen
    .filter(({ openShare }) => openShare >= otherLight.nearlyAsOpen * most)
    .reduce((best, each) => (offOf(each) < offOf(best) ? each : best)).shot;
}
