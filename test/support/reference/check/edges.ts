import type { F32, U8, U16 } from "../../../../src/image/index.ts";
import {
  type EdgeRingsArgs,
  edgeEnd,
  edgeReach,
  type FindEdgesArgs,
  frameEdge,
  lightnessSteps,
  ringFrom,
  ringTo,
} from "../../../../src/kernels/declarations/check-edges.ts";
import { pollCancel } from "../poll-cancel.ts";

interface Picture {
  readonly source: U8 | U16;
  readonly width: number;
  readonly height: number;
  readonly max: number;
  readonly lightness: F32;
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly down: boolean;
}

export function findEdges(args: FindEdgesArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { edges, width, height, blockPx, spacing } = args;
  const columns = Math.ceil(width / blockPx);
  const first = Math.floor(Math.min(blockPx, spacing) / 2);
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let column = 0; column < columns; column++) {
      const at = frameEdge.length * (row * columns + column);
      const edge = edges.subarray(at, at + frameEdge.length);
      const [left, top] = [column * blockPx, row * blockPx];
      const [right, bottom] = [Math.min(width, left + blockPx), Math.min(height, top + blockPx)];
      for (let y = top + first; y < bottom; y += spacing)
        keepClearest(
          edge,
          steepestOf(args, left, right, (x) => ({ x, y, down: false })),
          args,
        );
      for (let x = left + first; x < right; x += spacing)
        keepClearest(
          edge,
          steepestOf(args, top, bottom, (y) => ({ x, y, down: true })),
          args,
        );
    }
  }
}

export function edgeRings(args: EdgeRingsArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { edges, rings, columns } = args;
  for (let row = rowBegin; row < rowEnd; row++) {
    pollCancel(cancel);
    for (let i = row * columns; i < (row + 1) * columns; i++) {
      const edge = frameEdge.read(edges, i);
      rings.fill(0, 2 * i, 2 * i + 2);
      const line = { x: edge.column, y: edge.row, down: edge.across !== 0 };
      if (edge.step === 0 || !isInside(args, line)) continue;
      const { before, after, ring } = readProfile(args, line);
      rings.set([Math.sign(edge.step) * (after - before), ring], 2 * i);
    }
  }
}

function steepestOf(args: FindEdgesArgs, begin: number, end: number, lineAt: (along: number) => Line) {
  const { width, height, minSlope, max } = args;
  let [steepest, found]: [number, Line | undefined] = [minSlope * max, undefined];
  for (let along = begin; along < end; along++) {
    const line = lineAt(along);
    const length = line.down ? height : width;
    if (along < 1 || along >= length - 1) continue;
    const slope = Math.abs(lumaAt(args, line, 1, 0) - lumaAt(args, line, -1, 0));
    if (slope <= steepest) continue;
    [steepest, found] = [slope, line];
  }
  return found;
}

function keepClearest(edge: F32, line: Line | undefined, args: FindEdgesArgs): void {
  if (!line || !isInside(args, line)) return;
  const { before, after, spread } = readProfile(args, line);
  const step = after - before;
  const isClear = spread < args.maxSpread && Math.abs(step) >= args.minStep;
  const isTold = Math.min(before, after) > args.darkest && Math.max(before, after) < args.brightest;
  if (isClear && isTold && Math.abs(step) > Math.abs(edge[frameEdge.at.step]))
    edge.set(frameEdge.of({ column: line.x, row: line.y, across: line.down ? 1 : 0, step }));
}

function isInside({ width, height }: Picture, { x, y, down }: Line): boolean {
  const [along, across] = down ? [y, x] : [x, y];
  const [length, breadth] = down ? [height, width] : [width, height];
  return along >= edgeReach && along + edgeReach < length && across >= 1 && across + 1 < breadth;
}

function lumaAt({ source, width }: Picture, { x, y, down }: Line, along: number, across: number): number {
  const at = 3 * (down ? (y + along) * width + x + across : (y + across) * width + x + along);
  return 0.2126 * source[at] + 0.7152 * source[at + 1] + 0.0722 * source[at + 2];
}

function readProfile(picture: Picture, line: Line) {
  const { lightness, max } = picture;
  const values = Array.from({ length: 2 * edgeReach + 1 }, (_, i) => {
    const luma = [-1, 0, 1].reduce((sum, across) => sum + lumaAt(picture, line, i - edgeReach, across), 0) / (3 * max);
    return lightness[Math.floor(Math.min(1, luma) * lightnessSteps + 0.5)];
  });
  const ends = [values.slice(0, edgeEnd), values.slice(-edgeEnd)];
  const [before, after] = ends.map(meanOf);
  const spread = Math.max(...ends.map((end) => Math.sqrt(meanOf(end.map((value) => (value - meanOf(end)) ** 2)))));
  const sign = after < before ? -1 : 1;
  const beyond = Array.from({ length: ringTo - ringFrom + 1 }, (_, k) => [
    sign * (values[edgeReach + ringFrom + k] - after),
    sign * (before - values[edgeReach - ringFrom - k]),
  ]);
  return { before, after, spread, ring: Math.max(0, ...beyond.flat()) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
