import type { IntegerImage } from "../../image/index.ts";
import type { SmallImage } from "../../ops/index.ts";
import { type SceneMap, sceneClasses } from "../../ops/index.ts";
import { sceneColours, shownThrough } from "./params.ts";

/** The most probable class at every pixel of a map: 1 for the first of {@link sceneClasses}, and so on. */
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

/** The picture under the colours of its classes, in the size of the map; display sRGB, 8 bits. */
export function overlayOfScene(map: SceneMap, small: SmallImage): IntegerImage {
  const classes = classesOf(map);
  const colours = sceneClasses.map((name) => sceneColours[name]);
  const data = new Uint8Array(new SharedArrayBuffer(3 * classes.length));
  for (let i = 0; i < classes.length; i++) {
    const colour = colours[classes[i] - 1];
    for (let c = 0; c < 3; c++) {
      data[3 * i + c] = Math.round(
        shownThrough * 255 * Math.min(1, small.data[3 * i + c]) + (1 - shownThrough) * colour[c],
      );
    }
  }
  return { width: map.width, height: map.height, channels: 3, data, space: "srgb" };
}
