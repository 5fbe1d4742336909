import type { Shot } from "../shots/index.ts";
import { clippedSight, type Sight } from "./clipped-sight.ts";
import { isSameScene, likenessOf } from "./comparison.ts";
import { likenessMiddle } from "./picture-link.ts";
import type { Pictures } from "./pictures.ts";

/** Share of well-exposed pixels on which frames of one scene would show it by their light, and by how much. */
const tellingCoverage = 0.25;
const otherCorrelation = 0.75;

/** Whether a frame shows the scene of another, also where one is dark or blank; both must be loaded. */
export function sceneBeside(shot: Shot, other: Shot, pictures: Pictures): Sight {
  const comparison = pictures.compare(other, shot);
  if (isSameScene(comparison)) return "same";
  const likeness = comparison === undefined ? 1 : likenessOf(comparison);
  const light = pictures.lightChange(other, shot);
  if (light !== undefined && light.coverage >= tellingCoverage)
    return light.correlation < otherCorrelation && likeness < likenessMiddle ? "other" : "unknown";
  return clippedSight(shot, other, pictures);
}
