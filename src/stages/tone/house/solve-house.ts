import { medianOf, ramp } from "../../../ops/index.ts";
import { planRoomCurve, roomCurveOf } from "../curves/room-curve.ts";
import { type Cluster, distanceOf } from "./find-clusters.ts";
import { paintEvidence, whiteSurfaces } from "./params.ts";
import type { Contact, RoomReading, RoomSurface } from "./read-room.ts";

/** Results from all pictures of a house for one of them: plain data for `tone`. */
export interface HouseSetting {
  /** Number of rooms whose pictures were used. */
  readonly rooms: number;
  /**
   * 0 or 1: whether it is a room by its walls, its light or a flash, for pictures whose other evidence is too weak; see
   * {@link isAllWalls}, {@link isDimRoom}.
   */
  readonly room: number;
  /** Display value, 0 to 1, to which white surfaces are mapped in all rooms. */
  readonly level: number;
  /** log(R/G) and log(B/G) of display values of white here, one entry for each light, the largest area first. */
  readonly whites: readonly Cluster[];
  /** The same for coloured paint, which keeps its colour. */
  readonly paints: readonly PaintFound[];
}

export interface PaintFound extends Cluster {
  /** Number of other rooms with the same ratio to their white. */
  readonly elsewhere: number;
  /** Length of its edge to white; see {@link Contact}. */
  readonly edge: number;
}

/**
 * Solves a house together: how bright its white becomes, which surfaces of each room are white under any light, and
 * which are paint. Paint is recognised by two properties that do not depend on the light: it meets white at an edge,
 * and its ratio to white is the same in other rooms. `undefined` for pictures that are not rooms of the house. Does not
 * depend on the order of the readings.
 */
export function solveHouse(
  readings: readonly (RoomReading | undefined)[],
  targetDisplay: number,
): (HouseSetting | undefined)[] {
  const read = readings.filter((reading) => reading !== undefined);
  const sure = read.filter((reading) => reading.scene.room >= 0.5 || isFlashRoom(reading));
  if (sure.length < paintEvidence.minRooms || sure.length <= read.length / 2) return readings.map(() => undefined);
  const isRoom = (reading: RoomReading | undefined) =>
    reading !== undefined && (sure.includes(reading) || isDimRoom(reading) || reading.flash === true);
  const rooms = readings.map((reading) => (reading && isRoom(reading) ? splitRoom(reading) : undefined));
  const levels = sure.map(({ tones }) => roomCurveOf(planRoomCurve(tones, targetDisplay))(tones.pale));
  const level = Math.min(whiteSurfaces.brightestLevel, Math.max(whiteSurfaces.darkestLevel, medianOf(levels)));
  const count = rooms.filter((room) => room !== undefined).length;
  return rooms.map(
    (room) =>
      room && {
        rooms: count,
        level,
        room: isAllWalls(room.reading) || isDimRoom(room.reading) || room.reading.flash ? 1 : 0,
        ...judgePaints(room, rooms),
      },
  );
}

/**
 * Whether walls fill much of the picture and nothing indicates the outdoors. Except for uprights, much stricter than
 * the test of a single picture: an overcast sky is as smooth as a wall, and the other pictures of a shoot do not make a
 * facade a room.
 */
function isAllWalls({ scene: { walls, uprights, sky, foliage, brightTop } }: RoomReading): boolean {
  return walls > 0.25 && uprights > 0.8 && sky < 0.05 && foliage < 0.05 && brightTop < 0.16;
}

/** Whether a flash lit it and nothing indicates the outdoors. */
function isFlashRoom({ flash, scene: { sky, foliage } }: RoomReading): boolean {
  return flash === true && sky < 0.05 && foliage < 0.05;
}

/**
 * Whether its light is as dim as in rooms, and it either looks like a room or has straight uprights and nothing that
 * indicates the outdoors. In a shoot of rooms such a picture is a room, although windows or shadows leave little of its
 * walls visible.
 */
function isDimRoom({ scene }: RoomReading): boolean {
  const { dim, uprights, sky, foliage, brightTop } = scene;
  if (scene.room >= 0.5) return dim > 0;
  return dim >= 0.5 && uprights > 0.7 && sky < 0.05 && foliage < 0.05 && brightTop < 0.45;
}

/** The surfaces of a room relative to the one that counts as white. */
interface Split {
  readonly reading: RoomReading;
  readonly white: number;
  /**
   * Ratios to white of the other large surfaces whose colour differs from white, with the length of their edge to it.
   */
  readonly ratios: readonly (Cluster & { readonly at: number; readonly edge: number })[];
}

function splitRoom(reading: RoomReading): Split | undefined {
  const { surfaces, contacts } = reading;
  const brightest = Math.max(
    0,
    ...surfaces.filter(({ share }) => share >= paintEvidence.wallShare).map(({ luma }) => luma),
  );
  const scores = surfaces.map((surface) => whiteScore(surface, brightest));
  const white = scores.indexOf(Math.max(...scores));
  if (white < 0 || scores[white] === 0) return undefined;
  const ratios = surfaces.flatMap((surface, at) => {
    const ratio = { red: surface.red - surfaces[white].red, blue: surface.blue - surfaces[white].blue };
    const edge = edgeToWhite(reading, at, white);
    const isWall =
      surface.share >= paintEvidence.wallShare && Math.hypot(ratio.red, ratio.blue) >= paintEvidence.minRatio;
    return isWall ? [{ ...ratio, at, edge }] : [];
  });
  return { reading, white, ratios: contacts.length > 0 ? ratios : [] };
}

/** Ceilings, trim and most walls are white: large, bright, high up, and of a colour that light can have. */
function whiteScore({ red, blue, share, luma, top }: RoomSurface, brightest: number): number {
  const [warmth, tint] = [(red - blue) / 2, (red + blue) / 2];
  const isLight = ramp(-Math.abs(tint), -0.14, -0.06) * ramp(warmth, -0.16, -0.08) * ramp(-warmth, -0.4, -0.25);
  return share < paintEvidence.wallShare ? 0 : (share + top) * ramp(luma / brightest, 0.5, 0.9) * isLight;
}

/** The longest edge between a surface and the white one, or one of nearly the same colour. */
function edgeToWhite({ surfaces, contacts }: RoomReading, at: number, white: number): number {
  const isWhite = (k: number) => distanceOf(surfaces[k], surfaces[white]) < paintEvidence.minRatio;
  const lengths = contacts
    .filter(({ a, b }) => (a === at && isWhite(b)) || (b === at && isWhite(a)))
    .filter((contact) => !isBrighter(contact, at))
    .map(({ length }) => length);
  return Math.max(0, ...lengths);
}

/** Coloured paint reflects less light than the white next to it. */
function isBrighter({ a, brighter }: Contact, at: number): boolean {
  return (a === at ? brighter : -brighter) > 0.12;
}

function judgePaints(room: Split, rooms: readonly (Split | undefined)[]): Pick<HouseSetting, "whites" | "paints"> {
  const { reading, white, ratios } = room;
  const paints = ratios.flatMap((ratio) => {
    const { top, share, red, blue } = reading.surfaces[ratio.at];
    const others = rooms.filter((other) => other !== undefined && other !== room && hasRatio(other, ratio));
    const elsewhere = others.length;
    // A colour on the line of lights may be the light of a lamp; it counts as paint only if it is large and other rooms
    // show it too.
    const isOffLine = Math.abs(tintOf(ratio)) > paintEvidence.minTint;
    const isEdged = isOffLine
      ? ratio.edge >= (elsewhere > 0 ? paintEvidence.knownEdge : paintEvidence.sureEdge)
      : ratio.edge >= paintEvidence.sureEdge &&
        elsewhere >= paintEvidence.minElsewhere &&
        share >= paintEvidence.minPlainShare;
    return top < 0.2 && isEdged && isWallPaint(ratio) ? [{ red, blue, elsewhere, edge: ratio.edge, at: ratio.at }] : [];
  });
  const painted = new Set(paints.map(({ at }) => at));
  for (const ratio of ratios) {
    if (painted.has(ratio.at) || reading.surfaces[ratio.at].top >= 0.2 || !isWallPaint(ratio)) continue;
    const known = paints.find((paint) => sharesTint(ratio, ratios.find(({ at }) => at === paint.at) ?? ratio));
    if (!known) continue;
    const { red, blue } = reading.surfaces[ratio.at];
    paints.push({ red, blue, elsewhere: known.elsewhere, edge: ratio.edge, at: ratio.at });
    painted.add(ratio.at);
  }
  const whites = reading.surfaces
    .map((surface, at) => ({ surface, at }))
    .filter(({ at }) => !painted.has(at))
    .sort((a, b) => Number(b.at === white) - Number(a.at === white) || b.surface.share - a.surface.share)
    .map(({ surface: { red, blue } }) => ({ red, blue }));
  return { whites, paints: paints.map(({ at: _, ...paint }) => paint) };
}

/**
 * The colours of lights lie nearly on a line from candle to sky; colours off that line on the same side are the same
 * paint.
 */
function sharesTint(ratio: Cluster, paint: Cluster): boolean {
  const [tint, known] = [tintOf(ratio), tintOf(paint)];
  return Math.abs(known) > paintEvidence.minTint && tint * known > 0 && Math.abs(tint) > 0.6 * Math.abs(known);
}

function tintOf({ red, blue }: Cluster): number {
  return 0.86 * red + 0.51 * blue;
}

/** More vivid colours are floors of wood, not paint of walls. */
function isWallPaint({ red, blue }: Cluster): boolean {
  return Math.hypot(red, blue) < 0.32 && (red - blue) / 2 < 0.16;
}

function hasRatio({ ratios }: Split, { red, blue }: Cluster): boolean {
  return ratios.some(
    (other) => other.edge >= paintEvidence.knownEdge && distanceOf(other, { red, blue }) < paintEvidence.sameRatio,
  );
}
