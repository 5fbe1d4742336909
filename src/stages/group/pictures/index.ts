export { type Sight, tellingAgreement, tellingOrder, tellingPixels } from "./clipped-sight.ts";
export { isSameScene, likenessOf } from "./comparison.ts";
export { type Blank, blankShare } from "./picture.ts";
export { levelsBetween, levelsInOrder, nearestExposure, stepBetween } from "./picture-levels.ts";
export { likenessMiddle, mostInFavour, type PictureLink, pictureLinkOf, showsOneScene } from "./picture-link.ts";
export { Pictures } from "./pictures.ts";
export { sceneBeside } from "./scene-of.ts";
