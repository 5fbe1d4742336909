import { fractalNoise, hash2, seededNormal } from "../../../fixtures/scene/random.ts";
import { type IntegerImage, maxValueOf } from "../../../src/image/index.ts";
import { Dice } from "../../dice.ts";
import { between, type Frames } from "./frame-faults.ts";
import { type Area, bestArea, blurred, change, drawArea, isMiddle, lit, lumaOf, wholeOf } from "./pixels.ts";

/** A fault of a picture made from good frames. */
export interface PictureFault {
  readonly name: string;
  /** The weakest planted strength, in words. */
  readonly weakest: string;
  /** Stage at which it is planted: in the merged picture, or in both that and the toned one. */
  readonly places: readonly ("merge" | "tone")[];
  plant(image: IntegerImage, strength: number, seed: number, frames: Frames): IntegerImage;
}

const both = ["merge", "tone"] as const;
const merged = ["merge"] as const;

/** Faults of the result that stages could cause. */
export const pictureFaults: readonly PictureFault[] = [
  {
    name: "foreign colours",
    weakest: "6 % of the picture with a third of its green light gone and red and blue up by a third",
    places: both,
    plant: (image, strength, seed) => {
      const by = between(1.33, 2.2, strength);
      const area = bestArea(image, seed, between(0.06, 0.3, strength), isMiddle);
      return softly(image, area, (rgb) => [lit(rgb[0], by), lit(rgb[1], 1 / by), lit(rgb[2], by)]);
    },
  },
  {
    name: "cast",
    weakest: "red up and blue down by 30 %, everywhere",
    places: merged,
    plant: (image, strength, seed) => {
      const by = between(1.3, 1.8, strength) ** (new Dice(seed).chance(0.5) ? 1 : -1);
      return change(image, wholeOf(image), (rgb) => {
        rgb[0] = lit(rgb[0], by);
        rgb[2] = lit(rgb[2], 1 / by);
      });
    },
  },
  {
    name: "specks",
    weakest: "a tenth of the pixels of 6 % of the picture, 60 levels off",
    places: both,
    plant: (image, strength, seed) => {
      const area = bestArea(image, seed, between(0.06, 0.4, strength), isMiddle);
      const by = between(60, 120, strength) / 255;
      return change(image, area, (rgb, x, y) => {
        const turn = hash2(x >> 1, y >> 1, seed);
        if (turn > 0.1) return;
        for (let c = 0; c < 3; c++) rgb[c] += turn > 0.05 ? by : -by;
      });
    },
  },
  {
    name: "posterising",
    weakest: "16 levels of 256 left",
    places: both,
    plant: (image, strength) => {
      const levels = Math.round(between(16, 7, strength));
      return change(image, wholeOf(image), (rgb) => {
        for (let c = 0; c < 3; c++) rgb[c] = Math.round(rgb[c] * (levels - 1)) / (levels - 1);
      });
    },
  },
  {
    name: "blocks",
    weakest: "squares of 1/45 of the width, 12 levels off at random, over a tenth of the picture",
    places: both,
    plant: (image, strength, seed) => {
      const area = bestArea(image, seed, between(0.1, 0.5, strength), isMiddle);
      const edge = Math.round((image.width / 45) * new Dice(seed).between(1, 2));
      const by = between(12, 36, strength) / 255;
      return change(image, area, (rgb, x, y) => {
        const off = 2 * by * (2 * hash2(Math.floor(x / edge), Math.floor(y / edge), seed) - 1);
        for (let c = 0; c < 3; c++) rgb[c] += off;
      });
    },
  },
  {
    name: "seam",
    weakest: "a straight edge beyond which light is 30 % more, round an eighth of the picture",
    places: both,
    plant: (image, strength, seed) => {
      const area = bestArea(image, seed, between(0.12, 0.35, strength), isMiddle);
      const by = between(1.3, 1.9, strength);
      return change(image, area, (rgb) => {
        for (let c = 0; c < 3; c++) rgb[c] = lit(rgb[c], by);
      });
    },
  },
  {
    name: "halo box round lamps",
    weakest: "boxes round the brightest places, 3 % of the picture together, where light is 50 % more",
    places: merged,
    plant: (image, strength, seed) => {
      const by = between(1.5, 2.5, strength) ** (new Dice(seed).chance(0.7) ? 1 : -1);
      return brightPlaces(image, 3, seed).reduce(
        (result, area) =>
          change(result, around(result, area, between(0.01, 0.03, strength)), (rgb) => {
            for (let c = 0; c < 3; c++) rgb[c] = lit(rgb[c], by);
          }),
        image,
      );
    },
  },
  {
    name: "rings along edges",
    weakest:
      "the difference from a Gaussian of 1/240 of the width (σ) added one and a half times, over a third of the picture",
    places: merged,
    plant: (image, strength, seed) => {
      const area = busiestArea(image, seed, between(0.33, 1, strength));
      const soft = blurred(image, between(1 / 240, 1 / 120, strength) * image.width);
      const by = between(1.5, 3, strength);
      return change(image, area, (rgb, x, y) => {
        const at = 3 * (y * image.width + x);
        for (let c = 0; c < 3; c++) rgb[c] += by * (rgb[c] - soft.data[at + c] / maxValueOf(soft.data));
      });
    },
  },
  {
    name: "ghost left",
    weakest: "a tenth of the picture shown a second time at half strength, 1/40 of the width aside",
    places: merged,
    plant: (image, strength, seed) => {
      const area = busiestArea(image, seed, between(0.1, 0.3, strength));
      const aside = Math.round((image.width / 40) * new Dice(seed).between(1, 2.5));
      return change(image, area, (rgb, x, y) => {
        const at = 3 * (y * image.width + Math.min(image.width - 1, x + aside));
        for (let c = 0; c < 3; c++) rgb[c] = (rgb[c] + image.data[at + c] / maxValueOf(image.data)) / 2;
      });
    },
  },
  {
    name: "clipped window that a frame holds",
    weakest: "the brightest twentieth of the picture white",
    places: both,
    plant: (image, strength) => {
      const limit = brightest(image, between(0.05, 0.2, strength));
      return change(image, wholeOf(image), (rgb) => {
        const luma = lumaOf(rgb);
        if (luma < limit - 0.05) return;
        const share = Math.min(1, (luma - limit + 0.05) / 0.05);
        for (let c = 0; c < 3; c++) rgb[c] += share * (1 - rgb[c]);
      });
    },
  },
  {
    name: "noise raised",
    weakest: "normal noise of 10 levels, everywhere",
    places: both,
    plant: (image, strength, seed) => {
      const normal = seededNormal(seed);
      const by = between(10, 28, strength) / 255;
      return change(image, wholeOf(image), (rgb) => {
        for (let c = 0; c < 3; c++) rgb[c] += by * normal();
      });
    },
  },
  {
    name: "picture blurred",
    weakest: "a Gaussian of 1/360 of the width (σ)",
    places: merged,
    plant: (image, strength) => blurred(image, (between(1, 3, strength) * image.width) / 360),
  },
  {
    name: "large-scale contrast reversed",
    weakest: "an eighth of the picture whose light is a quarter, without an edge",
    places: merged,
    plant: (image, strength, seed) => {
      const limit = brightest(image, 0.5);
      const area = bestArea(image, seed, between(0.12, 0.3, strength), (rgb) => (lumaOf(rgb) > limit ? 1 : 0));
      return softly(image, area, (rgb) => {
        const by = 1 / between(4, 10, strength);
        return [lit(rgb[0], by), lit(rgb[1], by), lit(rgb[2], by)];
      });
    },
  },
  {
    name: "black, white or grey picture",
    weakest: "all of it",
    places: merged,
    plant: (image, strength) =>
      change(image, wholeOf(image), (rgb) => rgb.fill(strength < 0.33 ? 0 : strength < 0.67 ? 0.5 : 1)),
  },
];

/** Blends a change into the surroundings, over a fifth of the area's width, with an uneven edge. */
function softly(
  image: IntegerImage,
  area: Area,
  alter: (rgb: readonly [number, number, number]) => readonly number[],
): IntegerImage {
  const { left, top, width, height } = area;
  return change(image, area, (rgb, x, y) => {
    const wave = 0.06 * (fractalNoise(x / 30, y / 30, 2, 5) - 0.5);
    const inside = Math.min(x - left, left + width - x, y - top, top + height - y) / Math.min(width, height) + wave;
    const share = Math.min(1, Math.max(0, inside / 0.1));
    const changed = alter([rgb[0], rgb[1], rgb[2]]);
    for (let c = 0; c < 3; c++) rgb[c] += share * (changed[c] - rgb[c]);
  });
}

/** The display luma that a share of the picture exceeds. */
function brightest({ data }: IntegerImage, share: number): number {
  const most = maxValueOf(data);
  const counts = new Uint32Array(257);
  for (let i = 0; i < data.length; i += 3) {
    counts[Math.round((256 * (0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2])) / most)]++;
  }
  let [level, above] = [256, 0];
  while (level > 0 && above + counts[level] < (share * data.length) / 3) above += counts[level--];
  return level / 256;
}

/** Boxes around the brightest spots, apart from each other. */
function brightPlaces(image: IntegerImage, count: number, seed: number): Area[] {
  const small = Math.max(8, Math.round(image.width / 60));
  const spots: { readonly x: number; readonly y: number; readonly light: number }[] = [];
  for (let y = small; y < image.height - small; y += small) {
    for (let x = small; x < image.width - small; x += small) {
      const at = 3 * (y * image.width + x);
      spots.push({ x, y, light: image.data[at] + image.data[at + 1] + image.data[at + 2] + hash2(x, y, seed) });
    }
  }
  spots.sort((a, b) => b.light - a.light);
  const found: { readonly x: number; readonly y: number }[] = [];
  for (const spot of spots) {
    if (found.every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) > image.width / 5)) found.push(spot);
    if (found.length === count) break;
  }
  return found.map(({ x, y }) => ({ left: x, top: y, width: 1, height: 1 }));
}

/** A box that covers a share of the picture, centred on an area. */
function around(image: IntegerImage, { left, top }: Area, share: number): Area {
  const edge = Math.round(Math.sqrt(share * image.width * image.height));
  const [x, y] = [Math.max(0, left - (edge >> 1)), Math.max(0, top - (edge >> 1))];
  return { left: x, top: y, width: Math.min(edge, image.width - x), height: Math.min(edge, image.height - y) };
}

/** The area with most edges: a ghost of a bare wall is invisible. */
function busiestArea(image: IntegerImage, seed: number, share: number): Area {
  const dice = new Dice(seed);
  const most = maxValueOf(image.data);
  const areas = Array.from({ length: 24 }, () => drawArea(image, dice, share));
  const edges = areas.map(({ left, top, width, height }) => {
    let sum = 0;
    for (let y = top; y < top + height; y += 3) {
      for (let x = left; x < left + width - 9; x += 3) {
        const at = 3 * (y * image.width + x) + 1;
        sum += Math.min(0.2, Math.abs(image.data[at] - image.data[at + 24]) / most);
      }
    }
    return sum / (width * height);
  });
  return areas[edges.indexOf(Math.max(...edges))];
}
