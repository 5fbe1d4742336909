export { isSameScene, likenessOf } from "./comparison.ts";
export { clipped, pictureOdds, small } from "./params.ts";
export type { Blank } from "./picture.ts";
export { levelsBetween, levelsInOrder, nearestExposure, stepBetween } from "./picture-levels.ts";
export { mostInFavour, type PictureLink, pictureLinkOf, showsOneScene } from "./picture-link.ts";
export { Pictures } from "./pictures.ts";
export { clearOrder, type Sight, sceneNextTo } from "./scene-of.ts";
