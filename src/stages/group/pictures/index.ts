export { isSameScene, likenessOf } from "./comparison.ts";
export type { Blank } from "./picture.ts";
export { levelsBetween, levelsInOrder, nearestExposure, stepBetween } from "./picture-levels.ts";
export { likenessMiddle, mostInFavour, type PictureLink, pictureLinkOf, showsOneScene } from "./picture-link.ts";
export { Pictures } from "./pictures.ts";
export { type Sight, sceneBeside, tellingAgreement, tellingPixels } from "./scene-of.ts";
