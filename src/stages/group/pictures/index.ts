export { isSameScene, likenessOf } from "./comparison.ts";
export type { Blank } from "./picture.ts";
export { levelsBetween, levelsInOrder, nearestExposure } from "./picture-levels.ts";
export { likenessMiddle, mostInFavour, type Sight, showsOneScene, sightAcross } from "./picture-link.ts";
export { Gallery } from "./pictures.ts";
