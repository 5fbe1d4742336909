import { type Orientation, swapsAxes, turnBetween } from "../../../image/index.ts";
import { ordering } from "../order-params.ts";
import type { Shot } from "./shot.ts";

/**
 * Relation of the displayed sizes of two shots. `near`: an editor cropped them differently by a few pixels. `turned`:
 * equal only after a turn, because the camera misjudged its orientation while it pointed up or down.
 */
type SizeRelation = "same" | "near" | "turned" | "other" | "unknown";

/** Relation of two shots by their sizes and orientation flags. */
export function sizeRelation(a: Shot, b: Shot): SizeRelation {
  const differInFlag = a.photo.orientation !== b.photo.orientation;
  const [x, y] = [sizeOf(a), sizeOf(b)];
  if (x === undefined || y === undefined) return differInFlag ? "other" : "unknown";
  if (differInFlag) {
    const isSwapped = swapsAxes(turnBetween(b.photo.orientation, a.photo.orientation));
    const stored = isSwapped ? { width: y.height, height: y.width } : y;
    if (areNear(x, stored)) return "turned";
  }
  if (a.size === b.size) return "same";
  if (areNear(x, y)) return "near";
  const isBracket = a.photo.series.bracketing === true && b.photo.series.bracketing === true;
  return isBracket && areNear(x, { width: y.height, height: y.width }) ? "turned" : "other";
}

/** The turns of b after which it may match a; empty if both have the same orientation. */
export function turnsToTry(a: Shot, b: Shot): readonly Orientation[] {
  if (sizeRelation(a, b) !== "turned") return [];
  if (a.photo.orientation !== b.photo.orientation) return [turnBetween(b.photo.orientation, a.photo.orientation)];
  return [6, 8];
}

/** Whether two shots can be compared and merged as they are, or cropped by a few pixels. */
export function areOfOneSize(a: Shot, b: Shot): boolean {
  if (a.size === b.size) return true;
  const [x, y] = [sizeOf(a), sizeOf(b)];
  return x !== undefined && y !== undefined && areNear(x, y);
}

/** Like {@link areOfOneSize}, in landscape or portrait orientation. */
export function areOfOneSizeTurned(a: Shot, b: Shot): boolean {
  const [x, y] = [sizeOf(a), sizeOf(b)];
  if (x === undefined || y === undefined) return a.size === b.size;
  return areNear(x, y) || areNear(x, { width: y.height, height: y.width });
}

/** Log-odds of a link if its shots differ in orientation, until their pictures show one scene. */
export function standingScore(a: Shot, b: Shot): number {
  const relation = sizeRelation(a, b);
  return relation === "turned" || relation === "near" ? ordering.otherOrientation[relation] : 0;
}

function sizeOf({ size }: Shot): Size | undefined {
  if (size === undefined) return undefined;
  const [width, height] = size.split(" x ").map(Number);
  return { width, height };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function areNear(a: Size, b: Size): boolean {
  return isNear(a.width, b.width) && isNear(a.height, b.height);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= ordering.nearSizeShare * Math.max(a, b);
}
