export { isSameScene, likenessOf } from "./comparison.ts";
export { clipped, pictureOdds, small } from "./params.ts";
export type { Blank } from "./picture.ts";
export {
  clearOrder,
  levelsBetween,
  levelsInOrder,
  maxInFavour,
  nearestExposure,
  type PictureLink,
  pictureLinkOf,
  type Sight,
  sceneNextTo,
  showsOneScene,
  stepBetween,
} from "./picture-link.ts";
export { Pictures } from "./pictures.ts";
