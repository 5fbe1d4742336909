import { applyHomography, type Homography, type IntegerImage, type Point } from "../../image/index.ts";
import { distortPoint, type LensCorrection, type SmallImage } from "../../ops/index.ts";
import type { Candidate } from "./evidence.ts";
import type { FoundEdges } from "./find-edges.ts";
import { drawing } from "./params.ts";
import { axesOf, type Edge, turned, type Vector, type View } from "./tilt.ts";

/** Evidence for the tilt of a picture. */
export interface SeenGeometry {
  readonly edges: FoundEdges;
  /** View of the lens-corrected picture. */
  readonly view: View;
  readonly correction?: LensCorrection | undefined;
  /** The most probable tilt; absent if there is none on which edges agree. */
  readonly best?: Candidate | undefined;
}

type Color = readonly [number, number, number];

/**
 * Draws the evidence for a tilt over a small copy of the uncorrected picture, with a margin: edges that are upright
 * (green), in the level grid (blue) or neither (red), the horizon (yellow), vanishing points (magenta), and the grid
 * that `homography` makes straight (grey). RGB, 8 bits.
 */
export function pictureOfLines(small: SmallImage, seen: SeenGeometry, homography?: Homography): IntegerImage {
  const canvas = new Canvas(small, seen);
  if (homography) drawResult(canvas, homography, seen.view);
  const { edges, best } = seen;
  const [upright, level] = [new Set(best?.estimate.inliers), new Set(best?.grid.inliers)];
  for (const edge of edges.flat) canvas.edge(edge, level.has(edge) ? drawing.colors.grid : drawing.colors.other);
  for (const edge of edges.steep) canvas.edge(edge, upright.has(edge) ? drawing.colors.upright : drawing.colors.other);
  if (best) drawDirections(canvas, best);
  return canvas.image;
}

function drawResult(canvas: Canvas, homography: Homography, { width, height }: View): void {
  for (let i = 0; i <= drawing.grid; i++) {
    const [x, y] = [((width - 1) * i) / drawing.grid, ((height - 1) * i) / drawing.grid];
    const along = Array.from({ length: drawing.grid * 4 + 1 }, (_, k) => k / (drawing.grid * 4));
    canvas.path(
      along.map((t) => applyHomography(homography, x, t * (height - 1))),
      drawing.colors.result,
    );
    canvas.path(
      along.map((t) => applyHomography(homography, t * (width - 1), y)),
      drawing.colors.result,
    );
  }
}

function drawDirections(canvas: Canvas, { estimate }: Candidate): void {
  const axes = axesOf(estimate.tilt);
  const horizon: Point[] = [];
  for (let deg = -drawing.horizonDeg; deg <= drawing.horizonDeg; deg++)
    horizon.push(...canvas.seenAlong(turned(axes, (deg * Math.PI) / 180).forward));
  canvas.path(horizon, drawing.colors.horizon);
  const { right, forward } = turned(axes, estimate.yaw);
  for (const direction of [axes.down, right, forward]) {
    for (const point of canvas.seenAlong(direction)) canvas.cross(point, drawing.colors.vanishing);
  }
}

/** A canvas with coordinates in pixels of the lens-corrected picture. */
class Canvas {
  readonly image: IntegerImage;
  readonly #seen: SeenGeometry;
  readonly #factor: number;
  readonly #left: number;
  readonly #top: number;

  constructor(small: SmallImage, seen: SeenGeometry) {
    this.#seen = seen;
    this.#factor = small.factor;
    this.#left = Math.round(small.width * drawing.margin);
    this.#top = Math.round(small.height * drawing.margin);
    const [width, height] = [small.width + 2 * this.#left, small.height + 2 * this.#top];
    const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
    for (let y = 0; y < small.height; y++) {
      for (let i = 0; i < small.width * 3; i++)
        data[((y + this.#top) * width + this.#left) * 3 + i] = drawing.white * small.data[y * small.width * 3 + i];
    }
    this.image = { width, height, channels: 3, data, space: "srgb" };
  }

  /** Vanishing point of a direction of the camera; empty if the direction is parallel to the picture. */
  seenAlong([x, y, z]: Vector): Point[] {
    const { focalPx, width, height } = this.#seen.view;
    if (Math.abs(z) < 1e-6) return [];
    return [{ x: (focalPx * x) / z + (width - 1) / 2, y: (focalPx * y) / z + (height - 1) / 2 }];
  }

  edge({ x, y, directionX, directionY, length }: Edge, color: Color): void {
    const { focalPx, width, height } = this.#seen.view;
    const half = (length * Math.max(width, height)) / 2;
    const at = (side: number) => ({
      x: x * focalPx + (width - 1) / 2 + side * half * directionX,
      y: y * focalPx + (height - 1) / 2 + side * half * directionY,
    });
    this.path([at(-1), at(0), at(1)], color);
  }

  path(points: readonly Point[], color: Color): void {
    const places = points.map((point) => this.#place(point));
    for (let i = 1; i < places.length; i++) this.#line(places[i - 1], places[i], color);
  }

  cross(point: Point, color: Color): void {
    const { x, y } = this.#place(point);
    const { armPx: arm } = drawing;
    this.#line({ x: x - arm, y: y - arm }, { x: x + arm, y: y + arm }, color);
    this.#line({ x: x - arm, y: y + arm }, { x: x + arm, y: y - arm }, color);
  }

  #place({ x, y }: Point): Point {
    const { correction, view } = this.#seen;
    const isNear =
      Math.abs(x / view.width - 0.5) < drawing.modelReach && Math.abs(y / view.height - 0.5) < drawing.modelReach;
    const source = correction && isNear ? distortPoint(correction, x, y, 1) : { x, y };
    return { x: source.x / this.#factor + this.#left, y: source.y / this.#factor + this.#top };
  }

  #line(from: Point, to: Point, color: Color): void {
    const { width, height, data } = this.image;
    const steps = Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)));
    if (!(steps < 4 * (width + height))) return;
    for (let k = 0; k <= steps; k++) {
      const t = steps === 0 ? 0 : k / steps;
      const [x, y] = [Math.round(from.x + t * (to.x - from.x)), Math.round(from.y + t * (to.y - from.y))];
      for (const [px, py] of [
        [x, y],
        [x + 1, y],
        [x, y + 1],
      ]) {
        if (px >= 0 && py >= 0 && px < width && py < height) data.set(color, (py * width + px) * 3);
      }
    }
  }
}
