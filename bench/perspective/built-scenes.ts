import type { Vec3 } from "../../fixtures/scene/index.ts";
import type { Face } from "./draw.ts";
import { box, type Dice, ground, lean, movedBy, placeAt, quad, strip } from "./solids.ts";

/** Builds a scene for a viewer at (0, 0) who looks approximately north. */
export type MakeScene = (dice: Dice) => Face[];

/** A wall's coordinates: x along it, y into the room, z up. */
type Place = (point: Vec3) => Vec3;

/** A rectangle `out` metres in front of a wall. */
function panel(place: Place, x: number, z: number, width: number, height: number, level: number, out = 0.01): Face {
  const corners: Vec3[] = [
    [x, out, z],
    [x + width, out, z],
    [x + width, out, z + height],
    [x, out, z + height],
  ];
  return { points: corners.map(place), level };
}

/** Frame, panes or leaf of a window, a door or a picture. */
function framed(place: Place, x: number, z: number, width: number, height: number, dice: Dice, bars: number): Face[] {
  const [frame, inner] = [dice.between(0.55, 0.95), dice.between(0.15, 0.95)];
  const faces = [
    panel(place, x, z, width, height, frame, 0.02),
    panel(place, x + 0.07, z + 0.07, width - 0.14, height - 0.14, inner, 0.03),
  ];
  for (let i = 1; i <= bars; i++) {
    faces.push(panel(place, x + (width * i) / (bars + 1) - 0.02, z, 0.04, height, frame, 0.04));
  }
  return faces;
}

/** A wall with the objects on and in front of it. */
function furnishWall(place: Place, length: number, height: number, dice: Dice): Face[] {
  const faces: Face[] = [panel(place, 0, 0, length, 0.1, dice.between(0.6, 0.9), 0.015)];
  let x = dice.between(0.2, 0.8);
  while (x < length - 0.8) {
    const width = dice.between(0.5, Math.min(1.8, length - x - 0.1));
    const kind = dice.count(0, 6);
    if (kind === 0) faces.push(...framed(place, x, 0.85, width, Math.min(1.3, height - 1), dice, dice.count(0, 2)));
    if (kind === 1) faces.push(...framed(place, x, 0, 0.9, Math.min(2.05, height), dice, 0));
    if (kind === 2) faces.push(...cupboard(place, x, width, Math.min(dice.between(0.7, 2.2), height), dice));
    if (kind === 3)
      faces.push(...framed(place, x, dice.between(1, 1.4), width * 0.6, Math.min(0.7, height - 1.4), dice, 0));
    if (kind === 4) faces.push(...curtain(place, x, width, height, dice));
    x += width + dice.between(0.05, 0.6);
  }
  return faces;
}

function cupboard(place: Place, x: number, width: number, height: number, dice: Dice): Face[] {
  const level = dice.between(0.15, 0.9);
  const deep = dice.between(0.3, 0.6);
  const faces = movedBy(box(width, deep, height, level), ([a, b, c]) => [a + x + width / 2, b + deep / 2, c], place);
  const doors = dice.count(1, 4);
  for (let i = 0; i < doors; i++) {
    const left = x + (width * i) / doors + 0.02;
    faces.push(
      panel(place, left, 0.04, width / doors - 0.04, height - 0.08, level * dice.between(0.8, 1.1), deep + 0.01),
    );
  }
  return faces;
}

/** Folds are nearly, but not exactly, upright. */
function curtain(place: Place, x: number, width: number, height: number, dice: Dice): Face[] {
  const faces: Face[] = [];
  for (let at = x; at < x + width; at += 0.09) {
    const [top, foot, level] = [dice.normal(0.01), dice.normal(0.03), dice.between(0.5, 0.9)];
    const corners: Vec3[] = [
      [at + foot, 0.06, 0.02],
      [at + 0.09 + foot, 0.06, 0.02],
      [at + 0.09 + top, 0.06, height - 0.1],
      [at + top, 0.06, height - 0.1],
    ];
    faces.push({ points: corners.map(place), level });
  }
  return faces;
}

/** Table, chairs with splayed legs, lamps, a plant and a leaning object: none of them indicates the vertical. */
function clutter(dice: Dice, middle: Vec3): Face[] {
  const faces: Face[] = [];
  const eye: Vec3 = [0, 0, 1.4];
  for (let i = dice.count(1, 4); i > 0; i--) {
    const at: Vec3 = [middle[0] + dice.normal(1), middle[1] + dice.normal(0.7), 0];
    const [level, splay] = [dice.between(0.1, 0.7), dice.between(0, 0.2)];
    const seat = placeAt(at, dice.between(0, 6));
    for (const [x, y] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ]) {
      const size = 0.22;
      const [foot, top] = [
        seat([x * (size + splay * 0.45), y * (size + splay * 0.45), 0]),
        seat([x * size, y * size, 0.45]),
      ];
      faces.push(strip(eye, foot, top, 0.03, 0.04, level));
    }
    faces.push(...movedBy(box(0.5, 0.5, 0.05, level), ([x, y, z]) => [x, y, z + 0.45], seat));
  }
  for (let i = dice.count(0, 14); i > 0; i--) {
    const root: Vec3 = [middle[0] + 1, middle[1] + 0.8, 0.3];
    const tip: Vec3 = [root[0] + dice.normal(0.25), root[1] + dice.normal(0.25), root[2] + dice.between(0.3, 0.9)];
    faces.push(strip(eye, root, tip, 0.02, 0.05, dice.between(0.15, 0.5)));
  }
  if (dice.chance(0.4)) {
    const board = movedBy(
      box(dice.between(0.2, 0.8), 0.03, dice.between(0.5, 1.5), 0.5),
      lean(dice.normal(0.12), dice.normal(0.12)),
    );
    faces.push(...movedBy(board, placeAt([middle[0] - 1.2, middle[1] + 0.6, 0], dice.normal(0.3))));
  }
  return faces;
}

/** Four walls, furniture and floorboards around the viewer. */
export function makeRoom(dice: Dice): Face[] {
  return roomOf(dice, undefined);
}

/** A room under a roof with one or two slopes. */
export function makeAttic(dice: Dice): Face[] {
  return roomOf(dice, { knee: dice.between(0.6, 1.3), pitch: dice.between(0.6, 1.0), sides: dice.count(1, 2) });
}

interface Roof {
  readonly knee: number;
  /** In radians. */
  readonly pitch: number;
  readonly sides: number;
}

function roomOf(dice: Dice, roof: Roof | undefined): Face[] {
  const [w, d] = [dice.between(3, 6.5), dice.between(3, 6.5)];
  const height = dice.between(2.4, 3);
  const turn = dice.between(-0.9, 0.9);
  const [standX, standY] = [(roof ? dice.between(0.4, 0.75) : dice.between(0.15, 0.85)) * w, 0.3];
  const toWorld: Place = ([x, y, z]) => placeAt([0, 0, 0], turn)([x - standX, y - standY, z]);
  const walls: readonly (readonly [Vec3, Vec3, number])[] = [
    [[0, d, 0], [w, d, 0], 0],
    [[0, 0, 0], [0, d, 0], 1],
    [[w, 0, 0], [w, d, 0], 2],
    [[0, 0, 0], [w, 0, 0], 3],
  ];
  const base = dice.between(0.5, 0.85);
  const faces: Face[] = [];
  const kneeAt = (wall: number) => (roof && (wall === 1 || (wall === 2 && roof.sides === 2)) ? roof.knee : height);
  for (const [a, b, index] of walls) {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const along = (index === 0 || index === 3 ? [1, 0] : [0, 1]) as readonly [number, number];
    const inward = (
      [
        [0, -1],
        [1, 0],
        [-1, 0],
        [0, 1],
      ] as const
    )[index];
    const place: Place = ([x, y, z]) =>
      toWorld([a[0] + along[0] * x + inward[0] * y, a[1] + along[1] * x + inward[1] * y, z]);
    const level = base * dice.between(0.8, 1.15);
    faces.push({ points: quad(a, b, roof ? kneeAt(index) : height).map(toWorld), level });
    faces.push(...furnishWall(place, length, kneeAt(index), dice));
  }
  const boards = dice.between(0.2, 0.7);
  faces.push({
    points: (
      [
        [0, 0, 0],
        [w, 0, 0],
        [w, d, 0],
        [0, d, 0],
      ] as Vec3[]
    ).map(toWorld),
    level: boards,
  });
  for (let x = 0.15; dice.chance(0.98) && x < w; x += 0.3) {
    const line: Vec3[] = [
      [x, 0, 0.001],
      [x + 0.012, 0, 0.001],
      [x + 0.012, d, 0.001],
      [x, d, 0.001],
    ];
    faces.push({ points: line.map(toWorld), level: boards * 0.75 });
  }
  faces.push(
    ...(roof ? slopes(roof, w, d, height, base, dice) : flatCeiling(w, d, height, base)).map((face) => ({
      ...face,
      points: face.points.map(toWorld),
    })),
  );
  faces.push(...clutter(dice, toWorld([w * dice.between(0.3, 0.7), d * dice.between(0.4, 0.7), 0])));
  return faces;
}

function flatCeiling(w: number, d: number, height: number, base: number): Face[] {
  return [
    {
      points: [
        [0, 0, height],
        [w, 0, height],
        [w, d, height],
        [0, d, height],
      ],
      level: Math.min(1, base * 1.2),
    },
  ];
}

/** The slopes with skylights and rafters, and the remaining ceiling. */
function slopes({ knee, pitch, sides }: Roof, w: number, d: number, height: number, base: number, dice: Dice): Face[] {
  const run = Math.min((height - knee) / Math.tan(pitch), sides === 2 ? w / 2 : w);
  const top = knee + run * Math.tan(pitch);
  const faces: Face[] = [];
  for (const side of sides === 2 ? [0, 1] : [0]) {
    const at = (u: number, y: number, out = 0): Vec3 => [
      side === 0 ? u + out : w - u - out,
      y,
      knee + u * Math.tan(pitch) - out,
    ];
    const slab = (u0: number, u1: number, y0: number, y1: number, level: number, out: number): Face => ({
      points: [at(u0, y0, out), at(u1, y0, out), at(u1, y1, out), at(u0, y1, out)],
      level,
    });
    faces.push(slab(0, run, 0, d, base * dice.between(0.85, 1.1), 0));
    const rafters = dice.chance(0.6) ? dice.count(3, 8) : 0;
    for (let i = 0; i < rafters; i++)
      faces.push(slab(0, run, ((i + 0.5) * d) / rafters, ((i + 0.5) * d) / rafters + 0.1, 0.3, 0.02));
    for (let i = dice.count(0, 2); i > 0; i--) {
      const y = dice.between(0.5, d - 1.2);
      faces.push(
        slab(run * 0.3, run * 0.8, y, y + 0.8, 0.95, 0.03),
        slab(run * 0.3 - 0.06, run * 0.8 + 0.06, y - 0.06, y + 0.86, 0.5, 0.025),
      );
    }
  }
  const [left, right] = [run, sides === 2 ? w - run : w];
  if (right - left > 0.05)
    faces.push({
      points: [
        [left, 0, top],
        [right, 0, top],
        [right, d, top],
        [left, d, top],
      ],
      level: Math.min(1, base * 1.2),
    });
  return faces;
}

/** Houses along a street, with gables, windows and lamps. */
export function makeStreet(dice: Dice): Face[] {
  const faces = ground(dice, dice.between(0.3, 0.6));
  const turn = dice.between(-0.7, 0.7);
  const far = dice.between(7, 16);
  let x = -18;
  while (x < 18) {
    const [width, height] = [dice.between(4, 9), dice.between(4, 9)];
    const place = (p: Vec3) => placeAt([0, far, 0], turn)([p[0] + x, -p[1], p[2]]);
    const level = dice.between(0.3, 0.85);
    faces.push({ points: quad([0, 0, 0], [width, 0, 0], height).map(place), level, grain: 0.06 });
    faces.push({ points: quad([0, -8, 0], [0, 0, 0], height).map(place), level: level * 0.7, grain: 0.06 });
    faces.push({ points: quad([width, 0, 0], [width, -8, 0], height).map(place), level: level * 0.7, grain: 0.06 });
    const ridge = height + dice.between(0, 3);
    faces.push({
      points: (
        [
          [-0.3, 0.1, height],
          [width + 0.3, 0.1, height],
          [width / 2, 0.1, ridge],
        ] as Vec3[]
      ).map(place),
      level: level * dice.between(0.5, 1),
    });
    const [columns, storeys] = [dice.count(2, 5), Math.floor(height / 2.8)];
    for (let s = 0; s < storeys; s++) {
      for (let c = 0; c < columns; c++) {
        faces.push(
          ...framed(
            place,
            ((c + 0.25) * width) / columns,
            s * 2.8 + 0.9,
            (width / columns) * 0.5,
            1.4,
            dice,
            dice.count(0, 1),
          ),
        );
      }
    }
    x += width + (dice.chance(0.5) ? 0 : dice.between(0.5, 4));
  }
  return faces;
}
