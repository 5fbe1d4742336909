import type { OpcodeArea, OpcodeRect, RawOpcode } from "../../image/index.ts";
import type { StageContext } from "../context.ts";
import { type OpcodeFrame, repairPlaces } from "./bad-pixels.ts";
import { opcodes } from "./params.ts";

/** Whether an opcode applies to stored values, before black is subtracted. */
export function changesRawData({ kind }: RawOpcode): boolean {
  return (
    kind === "fixBadPixelsConstant" || kind === "fixBadPixelsList" || kind === "mapTable" || kind === "mapPolynomial"
  );
}

/** Whether an opcode changes or moves values; a trim does neither and is part of the mosaic's crop. */
export function changesSamples({ kind }: RawOpcode): boolean {
  return kind !== "trimBounds";
}

/**
 * Applies a DNG opcode to a frame (DNG specification 1.7, chapter 7). Areas are clipped to the frame. Warps, which move
 * pixels, are done by `warpPicture` instead.
 */
export async function applyOpcode(opcode: RawOpcode, frame: OpcodeFrame, context: StageContext): Promise<void> {
  switch (opcode.kind) {
    case "fixBadPixelsConstant":
      return repairPlaces(frame, findValue(frame, opcode.value));
    case "fixBadPixelsList":
      return repairPlaces(frame, placesOf(frame, opcode.points, opcode.rects));
    case "mapTable":
      return mapValues(frame, opcode.area, (v) => opcode.table[Math.min(opcode.table.length - 1, v)]);
    case "mapPolynomial":
      return mapValues(frame, opcode.area, (v) => 65535 * polynomial(opcode.terms, v / 65535));
    case "perRow":
    case "perColumn":
      return changeLines(frame, opcode);
    case "gainMap":
      return runGainMap(frame, opcode, context);
    case "fixVignetteRadial":
      return runVignette(frame, opcode, context);
    case "warpRectilinear":
    case "warpFisheye":
    case "trimBounds":
      return;
  }
}

function findValue({ data }: OpcodeFrame, value: number): readonly number[] {
  const places: number[] = [];
  for (let at = data.indexOf(value); at >= 0 && places.length < opcodes.maxDefects; at = data.indexOf(value, at + 1))
    places.push(at);
  return places;
}

function placesOf(
  { width, height }: OpcodeFrame,
  points: readonly (readonly [number, number])[],
  rects: readonly OpcodeRect[],
): readonly number[] {
  const places = points.filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height).map(([x, y]) => y * width + x);
  for (const { top, left, bottom, right } of rects) {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++) {
      for (let x = Math.max(0, left); x < Math.min(width, right) && places.length < opcodes.maxDefects; x++)
        places.push(y * width + x);
    }
  }
  return places;
}

/** Reference rectangle of centres and maps: the frame, or what earlier opcodes left of it. */
function pictureOf({ width, height }: OpcodeFrame, { picture }: RawOpcode): OpcodeRect {
  return picture ?? { top: 0, left: 0, bottom: height, right: width };
}

/** The part of an area inside the frame, aligned with the area's rows and columns. */
function cut({ width, height, samples }: OpcodeFrame, area: OpcodeArea): OpcodeArea | undefined {
  const skip = (start: number, pitch: number) => (start < 0 ? start + Math.ceil(-start / pitch) * pitch : start);
  const [top, left] = [skip(area.top, area.rowPitch), skip(area.left, area.colPitch)];
  const [bottom, right] = [Math.min(height, area.bottom), Math.min(width, area.right)];
  const planes = Math.min(area.planes, samples - area.plane);
  return top < bottom && left < right && planes > 0 ? { ...area, top, left, bottom, right, planes } : undefined;
}

/** Calls `change` for the index of every sample of an area; x and y count the rows and columns of the area. */
function eachSample(frame: OpcodeFrame, whole: OpcodeArea, change: (at: number, x: number, y: number) => void): void {
  const area = cut(frame, whole);
  if (!area) return;
  for (let y = area.top; y < area.bottom; y += area.rowPitch) {
    for (let x = area.left; x < area.right; x += area.colPitch) {
      for (let p = area.plane; p < area.plane + area.planes; p++) {
        const [column, row] = [(x - whole.left) / area.colPitch, (y - whole.top) / area.rowPitch];
        change((y * frame.width + x) * frame.samples + p, column, row);
      }
    }
  }
}

function mapValues(frame: OpcodeFrame, area: OpcodeArea, map: (value: number) => number): void {
  const { data, pedestal } = frame;
  const span = 65535 - pedestal;
  const table = Uint16Array.from({ length: 65536 }, (_, i) => {
    const mapped = (map(Math.round((Math.max(0, i - pedestal) / span) * 65535)) / 65535) * span;
    return i < pedestal ? i : Math.min(65535, Math.max(0, Math.round(pedestal + mapped)));
  });
  eachSample(frame, area, (at) => {
    data[at] = table[data[at]];
  });
}

function polynomial(terms: readonly number[], x: number): number {
  return terms.reduceRight((sum, term) => sum * x + term, 0);
}

function changeLines(frame: OpcodeFrame, opcode: RawOpcode & { kind: "perRow" | "perColumn" }): void {
  const { data, pedestal } = frame;
  const { values, change, kind } = opcode;
  const span = 65535 - pedestal;
  eachSample(frame, opcode.area, (at, x, y) => {
    const value = values[kind === "perRow" ? y : x];
    if (value === undefined) return;
    const light = data[at] - pedestal;
    const changed = pedestal + (change === "delta" ? light + value * span : light * value);
    data[at] = Math.min(65535, Math.max(0, Math.round(changed)));
  });
}

async function runGainMap(
  frame: OpcodeFrame,
  opcode: RawOpcode & { kind: "gainMap" },
  { kernels }: StageContext,
): Promise<void> {
  const area = cut(frame, opcode.area);
  if (!area) return;
  const { gains: grid, pointsV, pointsH, mapPlanes, spacingV, spacingH, originV, originH } = opcode;
  const { data, width, height, samples, pedestal } = frame;
  const { left, top, right, bottom } = pictureOf(frame, opcode);
  // Positions in the map are relative to the picture: 0 and 1 are the outer edges of its first and last pixels.
  const axis = (from: number, size: number, spacing: number, origin: number) =>
    spacing > 0
      ? { step: 1 / size / spacing, origin: ((0.5 - from) / size - origin) / spacing }
      : { step: 0, origin: 0 };
  const [h, v] = [axis(left, right - left, spacingH, originH), axis(top, bottom - top, spacingV, originV)];
  const places = { stepX: h.step, originX: h.origin, stepY: v.step, originY: v.origin };
  // A file may state any 32-bit number; a step larger than the picture equals one that leaves it.
  const pitches = { rowPitch: Math.min(area.rowPitch, height), colPitch: Math.min(area.colPitch, width) };
  await kernels.run(
    "gainField",
    { data, grid, width, height, samples, ...area, ...pitches, pointsV, pointsH, mapPlanes, ...places, pedestal },
    height,
  );
}

async function runVignette(
  frame: OpcodeFrame,
  opcode: RawOpcode & { kind: "fixVignetteRadial" },
  { kernels, memory }: StageContext,
): Promise<void> {
  const { data, width, height, samples, pedestal } = frame;
  const { terms, centerX, centerY } = opcode;
  const { left, top, right, bottom } = pictureOf(frame, opcode);
  const [cx, cy] = [left + centerX * (right - left - 1), top + centerY * (bottom - top - 1)];
  const reach = Math.max(cx - left, right - 1 - cx) ** 2 + Math.max(cy - top, bottom - 1 - cy) ** 2;
  const [pointsH, pointsV] = [width, height].map((size) => Math.max(2, Math.ceil(size / opcodes.vignetteStepPx) + 1));
  const [toX, toY] = [(width - 1) / (pointsH - 1), (height - 1) / (pointsV - 1)];
  const grid = memory.f32(pointsH * pointsV);
  for (let i = 0; i < grid.length; i++) {
    const [x, y] = [(i % pointsH) * toX - cx, Math.floor(i / pointsH) * toY - cy];
    const r2 = (x * x + y * y) / Math.max(1, reach);
    grid[i] = 1 + r2 * polynomial(terms, r2);
  }
  const everywhere = {
    top: 0,
    left: 0,
    bottom: height,
    right: width,
    rowPitch: 1,
    colPitch: 1,
    plane: 0,
    planes: samples,
  };
  const [stepX, stepY] = [1 / Math.max(1e-9, toX), 1 / Math.max(1e-9, toY)];
  const places = { pointsV, pointsH, mapPlanes: 1, stepX, stepY, originX: 0, originY: 0 };
  await kernels.run("gainField", { data, grid, width, height, samples, ...everywhere, ...places, pedestal }, height);
  memory.release(grid);
}
