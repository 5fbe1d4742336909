import type { IntegerImage } from "../../image/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import { type SceneMap, sceneClasses } from "../../ops/index.ts";

/** Colours of the classes in sRGB, in their order: what is white, warm or green by nature stays so. */
export const sceneColours: Readonly<Record<keyof SceneMap["planes"], readonly [number, number, number]>> = {
  ceiling: [250, 250, 250],
  wall: [230, 190, 120],
  floor: [150, 90, 40],
  window: [60, 160, 255],
  lamp: [255, 240, 0],
  sky: [150, 220, 255],
  plant: [40, 170, 60],
  facade: [220, 90, 80],
  ground: [120, 140, 90],
  other: [150, 110, 190],
};

/** How much of the picture shines through its overlay. */
const shown = 0.45;

/** The surest class of every place of a map: 1 for the first of {@link sceneClasses}, and so on. */
export function classesOf({ planes, width, height }: Pick<SceneMap, "planes" | "width" | "height">): Uint8Array {
  const found = new Uint8Array(width * height);
  const all = sceneClasses.map((name) => planes[name]);
  for (let i = 0; i < found.length; i++) {
    let best = 0;
    for (let c = 1; c < all.length; c++) if (all[c][i] > all[best][i]) best = c;
    found[i] = best + 1;
  }
  return found;
}

/** The picture with the classes laid over it, as large as the map; display sRGB of 8 bits. */
export function overlayOfScene(map: SceneMap, small: SmallImage): IntegerImage {
  const classes = classesOf(map);
  const colours = sceneClasses.map((name) => sceneColours[name]);
  const data = new Uint8Array(new SharedArrayBuffer(3 * classes.length));
  for (let i = 0; i < classes.length; i++) {
    const colour = colours[classes[i] - 1];
    for (let c = 0; c < 3; c++) {
      data[3 * i + c] = Math.round(shown * 255 * Math.min(1, small.data[3 * i + c]) + (1 - shown) * colour[c]);
    }
  }
  return { width: map.width, height: map.height, channels: 3, data, space: "srgb" };
}
