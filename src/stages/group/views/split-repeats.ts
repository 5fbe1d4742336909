import { compareNames, type Level, type Shot } from "../shots/index.ts";
import { repeatEv, splitCertainty } from "./params.ts";
import type { View } from "./view.ts";

/**
 * The brackets of a view. One whose exposures all came twice was taken twice: then the first of each by name are a set,
 * and the others another. Where only some came twice it stays one set.
 */
export function splitRepeats(view: View): View[] {
  const places = placesOf(view);
  const times = places[0].length;
  if (places.length < 2 || times < 2 || places.some(({ length }) => length !== times)) return [view];
  return Array.from({ length: times }, (_, run) => ({
    ...view,
    shots: places.map((place) => place[run].shot),
    levels: places.map((place) => place[run].level),
    certainty: Math.min(view.certainty, splitCertainty),
  }));
}

interface Placed {
  readonly shot: Shot;
  readonly level: Level;
}

/** The shots of each exposure, by name. */
function placesOf({ shots, levels }: View): Placed[][] {
  const places: Placed[][] = [];
  for (const [i, shot] of shots.entries()) {
    const level = levels[i];
    const last = places.at(-1);
    if (last === undefined || level.ev - last[0].level.ev > repeatEv) places.push([{ shot, level }]);
    else last.push({ shot, level });
  }
  for (const place of places) place.sort((a, b) => compareNames(a.shot.frame.name, b.shot.frame.name));
  return places;
}
