import { clipped, isSameScene, likenessOf, type Pictures, small } from "../pictures/index.ts";
import { compareNames, type Shot } from "../shots/index.ts";
import { gathering, otherLight } from "./params.ts";
import { areOfOneBody, type Draft, doubt, type Match, oddsOf, ranked, toView, type View } from "./view.ts";

/**
 * Gathers shots by what they show, wherever they are among the others. Well-exposed frames come first, each compared
 * with those of the nearest brightness; then blank ones, which join the view whose order of brightness fits best;
 * frames that show nothing join the only view that they can complete, or remain single. The result does not depend on
 * the order of the input.
 */
export async function gatherViews(
  shots: readonly Shot[],
  pictures: Pictures,
  { joinsDusk = false } = {},
): Promise<View[]> {
  await pictures.load(shots);
  const gathered = new Gathering(pictures);
  const byName = [...shots].sort((a, b) => compareNames(a.frame.name, b.frame.name));
  const opened = byName
    .map((shot) => ({ shot, open: pictures.exposureOf(shot)?.openShare ?? -1 }))
    .sort((a, b) => b.open - a.open)
    .map(({ shot }) => shot);
  const isBlank = (shot: Shot) => pictures.blankOf(shot) !== undefined;
  for (const shot of opened.filter((each) => !isBlank(each))) gathered.addClear(shot);
  gathered.joinFragments();
  gathered.doubtMisses();
  gathered.addByPattern(opened.filter(isBlank).filter((shot) => !gathered.addBlank(shot)));
  if (joinsDusk) joinOtherLight(gathered.drafts, pictures);
  else noteOtherLight(gathered.drafts, pictures);
  const place = new Map(byName.map((shot, i) => [shot, i]));
  const firstOf = (draft: Draft) => Math.min(...draft.shots.map((shot) => place.get(shot)!));
  return gathered.drafts.sort((a, b) => firstOf(a) - firstOf(b)).map((draft, i) => toView(draft, i + 1, pictures));
}

class Gathering {
  readonly drafts: Draft[] = [];
  readonly #misses: { readonly shot: Shot; readonly mate: Shot; readonly likeness: number }[] = [];
  readonly #pictures: Pictures;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  addClear(shot: Shot): void {
    if (!this.#addAlike(shot)) this.drafts.push({ shots: [shot], certainty: 1 });
  }

  /** Adds the shot to the view of its scene; returns whether there is one. */
  #addAlike(shot: Shot): boolean {
    const [best, second] = ranked(this.#alike(shot), (draft) =>
      this.#likeness(shot, this.#mates(shot, draft, gathering.matesTried)),
    );
    const isMatch = best !== undefined && best.score > 0;
    const rival = isMatch ? Math.max(second?.score ?? 0, 0) : 0;
    if (!isMatch) {
      this.#noteMisses(shot);
      return false;
    }
    best.draft.shots.push(shot);
    doubt(best.draft, oddsOf(best.score - Math.max(rival, gathering.unlike), gathering.likenessGap));
    return true;
  }

  #noteMisses(shot: Shot): void {
    for (const draft of this.#alike(shot))
      for (const mate of this.#mates(shot, draft, gathering.matesTried)) {
        const comparison = this.#pictures.compare(mate, shot);
        if (comparison !== undefined) this.#misses.push({ shot, mate, likeness: likenessOf(comparison) });
      }
  }

  /** Lowers the certainty of views whose shots nearly matched, since both may be one view. */
  doubtMisses(): void {
    const draftOf = new Map(this.drafts.flatMap((draft) => draft.shots.map((shot) => [shot, draft])));
    for (const { shot, mate, likeness } of this.#misses) {
      const [own, other] = [draftOf.get(shot), draftOf.get(mate)];
      if (own === undefined || other === undefined || own === other) continue;
      for (const draft of [own, other]) doubt(draft, oddsOf(-likeness, gathering.missGap));
    }
  }

  /**
   * Joins views that are parts of one: frames far from the middle may have started a view before the frames in between
   * came.
   */
  joinFragments(): void {
    for (const fragment of [...this.drafts].reverse()) {
      const others = fragment.shots.flatMap((shot) => this.#alike(shot).filter((draft) => draft !== fragment));
      const [best] = ranked([...new Set(others)], (draft) =>
        Math.max(...fragment.shots.map((shot) => this.#likeness(shot, this.#mates(shot, draft, 1)))),
      );
      if (best === undefined || best.score <= 0) continue;
      best.draft.shots.push(...fragment.shots);
      doubt(best.draft, Math.min(fragment.certainty, oddsOf(best.score - gathering.unlike, gathering.likenessGap)));
      this.drafts.splice(this.drafts.indexOf(fragment), 1);
    }
  }

  /**
   * Adds a blank frame to the view that its unclipped pixels fit, or starts a view if there are enough of them; returns
   * whether it did.
   */
  addBlank(shot: Shot): boolean {
    // Chance makes less of the picture similar than a frame with this much left unclipped.
    const { openShare = 0 } = this.#pictures.exposureOf(shot) ?? {};
    if (openShare >= small.blankShare && this.#addAlike(shot)) return true;
    let pixels = 0;
    const agreementOf = (draft: Draft, count: number, isClose: boolean) => {
      const mates = this.#mates(shot, draft, count);
      const orders = mates.flatMap((mate) => this.#pictures.clippedOrder(shot, mate, { isClose }) ?? []);
      pixels = Math.max(pixels, ...orders.map((order) => order.pixels));
      return Math.max(0, ...orders.map((order) => order.agreement));
    };
    const roughly = ranked(this.#possible(shot), (draft) => agreementOf(draft, 1, false), gathering.blankCloserLooks);
    const [best, second] = ranked(
      roughly.map(({ draft }) => draft),
      (draft) => agreementOf(draft, gathering.blankMatesTried, true),
    );
    const isClear = pixels >= clipped.minPixels;
    const least = isClear ? clipped.agreement : gathering.hintAgreement;
    const isMatch = best !== undefined && pixels >= gathering.hintPixels && best.score >= least;
    const odds = isMatch ? oddsOf(best.score - (second?.score ?? clipped.agreement), gathering.agreementGap) : 0;
    if (!isMatch || odds < (isClear ? gathering.minBlankCertainty : gathering.hintCertainty)) {
      if (openShare < gathering.ownViewShare) return false;
      for (const near of [best, second]) if (near !== undefined) doubt(near.draft, gathering.hintCertainty);
      this.drafts.push({ shots: [shot], certainty: gathering.hintCertainty });
      return true;
    }
    best.draft.shots.push(shot);
    doubt(best.draft, isClear ? odds : Math.min(odds, gathering.hintCertainty));
    return true;
  }

  /**
   * Adds frames that show nothing to the view that lacks exactly one: the only view, or the only one that is one frame
   * short.
   */
  addByPattern(left: readonly Shot[]): void {
    const usual = this.#usualSize();
    const short = this.drafts.filter(({ shots }) => this.drafts.length === 1 || shots.length === usual - 1);
    const smaller = this.drafts.filter(({ shots }) => shots.length < usual);
    const hosts = smaller.length > 0 ? smaller : this.drafts;
    // A frame of unknown view may belong to any of them.
    if (left.length > 0)
      for (const draft of hosts) doubt(draft, 1 - Math.min(gathering.maxDoubt, left.length / hosts.length));
    for (const shot of left) {
      const fitting = short.filter(({ shots }) => areOfOneBody(shots[0], shot));
      const isSure = fitting.length === 1 && (this.drafts.length === 1 || left.length === 1);
      if (!isSure) {
        this.drafts.push({ shots: [shot], certainty: gathering.patternCertainty });
        continue;
      }
      fitting[0].shots.push(shot);
      doubt(fitting[0], gathering.patternCertainty);
    }
  }

  #usualSize(): number {
    const counts = new Map<number, number>();
    for (const { shots } of this.drafts) counts.set(shots.length, (counts.get(shots.length) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  }

  #possible(shot: Shot): Draft[] {
    return this.drafts.filter(({ shots }) => areOfOneBody(shots[0], shot));
  }

  /** The views most similar to the shot at coarse size; only these are compared closely. */
  #alike(shot: Shot): Draft[] {
    const roughly = ({ shots }: Draft) => {
      let best = Number.NEGATIVE_INFINITY;
      for (const mate of shots) best = Math.max(best, this.#pictures.roughLikeness(mate, shot));
      return best;
    };
    const looked = this.#possible(shot)
      .map((draft) => ({ draft, likeness: roughly(draft) }))
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, gathering.closerLooks);
    const least = Math.max(gathering.minRough, (looked[0]?.likeness ?? 0) - gathering.roughReach);
    return looked.filter(({ likeness }) => likeness >= least).map(({ draft }) => draft);
  }

  /** The shots of a view with the nearest brightness. */
  #mates(shot: Shot, { shots }: Draft, count: number): Shot[] {
    const own = this.#pictures.exposureOf(shot)?.brightness ?? 0;
    return shots
      .map((mate) => ({ mate, off: Math.abs((this.#pictures.exposureOf(mate)?.brightness ?? 0) - own) }))
      .sort((a, b) => a.off - b.off)
      .slice(0, count)
      .map(({ mate }) => mate);
  }

  /** The best likeness among shots of the same scene; 0 if there is none. */
  #likeness(shot: Shot, mates: readonly Shot[]): number {
    let best = 0;
    for (const mate of mates) {
      const comparison = this.#pictures.compare(mate, shot);
      if (isSameScene(comparison)) best = Math.max(best, likenessOf(comparison));
      if (best > 0) break;
    }
    return best;
  }
}

/**
 * Joins drafts that show one view in different light, in place. Other light changes the brightness of sky and windows,
 * but hardly the position and direction of edges.
 */
function joinOtherLight(drafts: Draft[], pictures: Pictures): void {
  for (const draft of [...drafts].reverse()) {
    const [best, second] = byEdges(draft, drafts, pictures);
    if (best === undefined) continue;
    if (best.score < otherLight.sameEdges) {
      // Nearly one view: it may be the same in another light.
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

/** Like {@link joinOtherLight}, but keeps views in different light separate and lowers their certainty. */
function noteOtherLight(drafts: readonly Draft[], pictures: Pictures): void {
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

/** The drafts ranked by how well the edges of their clearest frame match those of the draft. */
function byEdges(draft: Draft, drafts: readonly Draft[], pictures: Pictures): Match[] {
  const shot = clearestOf(draft, pictures);
  const others = drafts.filter((other) => other !== draft && areOfOneBody(other.shots[0], shot));
  return ranked(others, (other) => pictures.edgeLikeness(clearestOf(other, pictures), shot));
}

/**
 * The frame of middle brightness among those with nearly the most unclipped pixels: noise hides edges in a dark one.
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
