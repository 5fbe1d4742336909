import { windowFrame } from "../params.ts";
import { type Pictures, type Sight, sceneNextTo } from "../pictures/index.ts";
import { isFlashed, type Levels, type Shot } from "../shots/index.ts";
import type { Segment } from "./cut.ts";
import type { Evidence } from "./evidence.ts";
import type { Round } from "./round.ts";

/**
 * Finds single frames after a bracket that are darker than all of it: many photographers add one by hand for what is
 * behind the window, with another time or aperture. Headers cannot distinguish it from a single of the next scene, so
 * the pictures are read. Frames of another scene are skipped.
 */
export async function findWindowFrames(round: Round, pictures: Pictures): Promise<ReadonlyMap<Shot, Sight>> {
  const candidates = candidatesOf(round);
  await pictures.load(candidates.flatMap(({ shot, mates }) => [shot, ...mates]));
  const sights = candidates.map(({ shot, mates }): [Shot, Sight] => [shot, sightOf(shot, mates, pictures)]);
  return new Map(sights.filter(([, sight]) => sight !== "other"));
}

/** The evidence with links to these frames by what their pictures show alone. */
export function withWindows(evidence: Evidence, windows: ReadonlyMap<Shot, Sight>): Evidence {
  const { shots } = evidence;
  const headerLinks = evidence.headerLinks.map((link, i) => {
    const sight = windows.get(shots[i + 1]);
    return sight === undefined || sight === "other" ? link : { ...link, score: windowFrame.odds[sight] };
  });
  return { ...evidence, headerLinks, windows: new Set([...evidence.windows, ...windows.keys()]) };
}

interface Candidate {
  readonly shot: Shot;
  /** The darkest frames of the bracket before it. */
  readonly mates: readonly Shot[];
}

function candidatesOf({ cut: { segments }, evidence, levels }: Round): Candidate[] {
  const { shots, headerLinks, windows } = evidence;
  return segments.flatMap((segment, i) => {
    const before = segments[i - 1];
    if (segment.last > segment.first || before === undefined || before.last === before.first) return [];
    const { bar, gapS } = headerLinks[before.last];
    const shot = shots[segment.first];
    const isReachable = bar === undefined && (gapS ?? 0) <= windowFrame.pauseS;
    const isOther = windows.has(shot) || shot.photo.series.bracketing === true || isFlashed(shot);
    if (!isReachable || isOther) return [];
    return isDarkest(levels, segment.first, before) ? [{ shot, mates: darkestOf(shots, levels, before) }] : [];
  });
}

function isDarkest(levels: Levels, at: number, { first, last }: Segment): boolean {
  const own = levels[at];
  const members = levels.slice(first, last + 1);
  if (own === undefined) return false;
  return members.every((level) => level?.scale === own.scale && level.ev - own.ev >= windowFrame.beyondEv);
}

function darkestOf(shots: readonly Shot[], levels: Levels, { first, last }: Segment): Shot[] {
  const places = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const byLevel = places.sort((a, b) => (levels[a]?.ev ?? 0) - (levels[b]?.ev ?? 0));
  return byLevel.slice(0, windowFrame.matesTried).map((place) => shots[place]);
}

function sightOf(shot: Shot, mates: readonly Shot[], pictures: Pictures): Sight {
  const sights = mates.map((mate) => sceneNextTo(shot, mate, pictures));
  return (["same", "other"] as const).find((sight) => sights.includes(sight)) ?? "unknown";
}
