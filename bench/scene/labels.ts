import { readFileSync } from "node:fs";
import { type SceneClass, sceneClasses } from "../../src/ops/index.ts";

/** A photograph with hand-drawn outlines of areas. */
export interface LabelledAreas {
  readonly kind: string;
  /** Later areas cover earlier ones; corners in percent of width and height. */
  readonly areas: readonly { readonly class: string; readonly polygon: readonly (readonly [number, number])[] }[];
}

/** Labelled classes that count as another class of the map. */
const countsAs: Readonly<Record<string, SceneClass>> = {
  wall_coloured: "wall",
  blind: "window",
  furniture: "other",
  door: "other",
  mirror_screen: "other",
  person: "other",
};

export function readLabels(file: string): LabelledAreas {
  return JSON.parse(readFileSync(file, "utf8")) as LabelledAreas;
}

/** The labels of a picture: 1 for the first of the map's classes and so on, 0 if unlabelled. */
export function drawLabels({ areas }: LabelledAreas, width: number, height: number): Uint8Array {
  const labels = new Uint8Array(width * height);
  for (const area of areas) {
    const name = countsAs[area.class] ?? area.class;
    const value = sceneClasses.indexOf(name as SceneClass) + 1;
    const corners = area.polygon.map(([x, y]) => [(x / 100) * width, (y / 100) * height] as const);
    fill(labels, width, height, corners, value);
  }
  return labels;
}

/** Fills a polygon by the even-odd rule at pixel centres. */
function fill(
  labels: Uint8Array,
  width: number,
  height: number,
  corners: readonly (readonly [number, number])[],
  value: number,
): void {
  for (let y = 0; y < height; y++) {
    const crossings: number[] = [];
    corners.forEach(([x0, y0], i) => {
      const [x1, y1] = corners[(i + 1) % corners.length];
      if (y0 > y + 0.5 === y1 > y + 0.5) return;
      crossings.push(x0 + ((y + 0.5 - y0) / (y1 - y0)) * (x1 - x0));
    });
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(crossings[i] - 0.5));
      const to = Math.min(width, Math.ceil(crossings[i + 1] - 0.5));
      if (to > from) labels.fill(value, y * width + from, y * width + to);
    }
  }
}
