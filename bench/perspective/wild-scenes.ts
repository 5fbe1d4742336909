import type { Vec3 } from "../../fixtures/scene/index.ts";
import type { MakeScene } from "./built-scenes.ts";
import type { Face } from "./draw.ts";
import { box, type Dice, ground, lean, movedBy, placeAt, quad, strip } from "./solids.ts";

// Scenes with steep lines that do not indicate the vertical. The viewer is at (0, 0), 1.5 m high, and looks north.

const eye: Vec3 = [0, 0, 1.5];

/** Trunks that lean individually and slightly together, with branches and streaks of bark. */
function makeForest(dice: Dice): Face[] {
  const faces = ground(dice, dice.between(0.2, 0.45));
  const [together, alone] = [dice.normal(0.03), dice.between(0.01, 0.06)];
  for (let i = dice.count(15, 60); i > 0; i--) {
    const y = dice.between(2, 30);
    const foot: Vec3 = [dice.between(-0.9, 0.9) * y, y, 0];
    const [height, width] = [dice.between(6, 16), dice.between(0.08, 0.35)];
    const side = together + dice.normal(alone);
    const level = dice.between(0.08, 0.4) + 0.25 * (y / 30);
    trunk(faces, dice, foot, side, height, width, level);
  }
  return faces;
}

function trunk(
  faces: Face[],
  dice: Dice,
  foot: Vec3,
  side: number,
  height: number,
  width: number,
  level: number,
): void {
  let [at, tilt] = [foot, side];
  const parts = dice.count(1, 3);
  for (let k = 0; k < parts; k++) {
    const rise = height / parts;
    const next: Vec3 = [at[0] + rise * Math.tan(tilt), at[1] + dice.normal(0.02) * rise, at[2] + rise];
    const [from, to] = [width * (1 - (0.7 * k) / parts), width * (1 - (0.7 * (k + 1)) / parts)];
    faces.push(strip(eye, at, next, from, to, level, 0.08));
    if (dice.chance(0.5)) faces.push(strip([0, 0, 1.49], at, next, from * 0.3, to * 0.3, level * 0.7, 0.08));
    at = next;
    tilt += dice.normal(0.02);
    for (let b = dice.count(0, 3); b > 0; b--) {
      const tip: Vec3 = [at[0] + dice.normal(1.2), at[1] + dice.normal(0.5), at[2] + dice.between(0, 1.5)];
      faces.push(strip(eye, at, tip, width * 0.3, 0.02, level, 0.08));
    }
  }
}

function sea(dice: Dice): Face[] {
  const level = dice.between(0.3, 0.6);
  const faces: Face[] = [
    {
      points: [
        [-2000, -5, 0],
        [2000, -5, 0],
        [2000, 3000, 0],
        [-2000, 3000, 0],
      ],
      level,
      grain: 0.1,
    },
  ];
  for (let i = 0; i < 60; i++) {
    const [x, y, w] = [dice.between(-15, 15), dice.between(3, 40), dice.between(0.2, 3)];
    faces.push({
      points: [
        [x, y, 0.02],
        [x + w, y, 0.02],
        [x + w * 0.8, y + 0.2, 0.02],
        [x + 0.2 * w, y + 0.2, 0.02],
      ],
      level: level * dice.between(0.7, 1.4),
    });
  }
  return faces;
}

/** A harbour: masts and stays heel together in the wind, and individually by load. */
function makeMasts(dice: Dice): Face[] {
  const faces = sea(dice);
  const [wind, load] = [dice.normal(0.03), dice.between(0.005, 0.03)];
  for (let i = dice.count(4, 14); i > 0; i--) {
    const y = dice.between(8, 40);
    const place = placeAt([dice.between(-0.8, 0.8) * y, y, 0], dice.normal(0.4));
    const heel = lean(dice.normal(0.02), wind + dice.normal(load));
    faces.push(...movedBy(yacht(dice, 1), heel, place));
  }
  return faces;
}

/** Hull, cabin, mast with spreaders, and stays. */
function yacht(dice: Dice, size: number): Face[] {
  const level = dice.between(0.2, 0.95);
  const [mast, stay] = [dice.between(0.2, 0.9), dice.between(0.1, 0.3)];
  const height = dice.between(7, 11) * size;
  const far: Vec3 = [0, -20, 5];
  const faces: Face[] = [
    {
      points: [
        [-3 * size, 0, 0],
        [3 * size, 0, 0],
        [3.6 * size, 0, 1 * size],
        [-3 * size, 0, 1 * size],
      ],
      level,
    },
    ...movedBy(box(2.4 * size, 1, 0.7 * size, level * 0.85), ([x, y, z]) => [x - 0.5, y + 0.6, z + size]),
    strip(far, [0, 0, 1], [0, 0, height], 0.16, 0.12, mast),
    strip(far, [0, 0, height], [3.5 * size, 0, size], 0.03, 0.03, stay),
    strip(far, [0, 0, height], [-3 * size, 0, size], 0.03, 0.03, stay),
    strip(far, [0, 0, height], [0.5, 0, size], 0.03, 0.03, stay),
    strip(far, [-0.6, 0, height * 0.6], [0.6, 0, height * 0.6], 0.08, 0.08, mast),
  ];
  for (let i = 0; i < 3; i++) {
    const x = -1.5 * size + i * 0.8 * size;
    faces.push({
      points: [
        [x, 0.05, size * 1.2],
        [x + 0.4, 0.05, size * 1.2],
        [x + 0.4, 0.05, size * 1.5],
        [x, 0.05, size * 1.5],
      ],
      level: 0.15,
    });
  }
  return faces;
}

/** One or two heeled boats nearby, with cabins, doors and railings that heel with them. */
function makeBoats(dice: Dice): Face[] {
  const faces = sea(dice);
  for (let i = dice.count(1, 3); i > 0; i--) {
    const y = dice.between(5, 12);
    const place = placeAt([dice.between(-0.6, 0.6) * y, y, -0.2], dice.normal(0.5));
    const heel = lean(dice.normal(0.05), dice.normal(0.07));
    const [width, height, level] = [dice.between(3, 7), dice.between(1, 2.2), dice.between(0.3, 0.9)];
    const parts: Face[] = [
      {
        points: [
          [-width / 2, 0, 0],
          [width / 2, 0, 0],
          [width * 0.6, 0, height],
          [-width / 2, 0, height],
        ],
        level,
      },
      ...movedBy(box(width * 0.5, 1.5, 1.9, level * 0.9), ([x, y0, z]) => [x, y0 + 0.9, z + height]),
    ];
    for (let k = 0; k < 5; k++) {
      const x = -width * 0.22 + k * width * 0.09;
      parts.push({ points: quad([x, 0.1, height + 0.8], [x + width * 0.05, 0.1, height + 0.8], 0.7), level: 0.2 });
    }
    for (let k = 0; k < 9; k++) {
      const x = -width / 2 + (k * width) / 8;
      parts.push({ points: quad([x, -0.05, height], [x + 0.04, -0.05, height], 0.8), level: 0.8 });
    }
    if (dice.chance(0.6)) parts.push(...yacht(dice, 0.6));
    faces.push(...movedBy(parts, heel, place));
  }
  return faces;
}

/** Stems that fan out, with blades and blossoms. */
function makeFlowers(dice: Dice): Face[] {
  const faces = ground(dice, dice.between(0.15, 0.5));
  const [wind, spread] = [dice.normal(0.06), dice.between(0.03, 0.25)];
  const near: Vec3 = [0, 0, 0.6];
  for (let i = dice.count(30, 120); i > 0; i--) {
    const y = dice.between(0.6, 2.5);
    const foot: Vec3 = [dice.between(-0.9, 0.9) * y, y, 0];
    const height = dice.between(0.4, 1.6);
    const tip: Vec3 = [foot[0] + height * (wind + dice.normal(spread)), y + dice.normal(0.1), height];
    faces.push(strip(near, foot, tip, dice.between(0.008, 0.03), 0.006, dice.between(0.2, 0.6)));
    if (dice.chance(0.6)) faces.push(blossom(dice, tip));
  }
  return movedBy(faces, ([x, y, z]) => [x, y, z + 0.6]);
}

function blossom(dice: Dice, [x, y, z]: Vec3): Face {
  const size = dice.between(0.03, 0.09);
  const points = [...Array(7).keys()].map((k): Vec3 => {
    const angle = (2 * Math.PI * k) / 7;
    return [x + size * Math.cos(angle), y - 0.01, z + size * Math.sin(angle)];
  });
  return { points, level: dice.between(0.5, 1) };
}

/** A cliff with cracks; in some scenes the rock splits along one direction, like basalt and slate. */
function makeRocks(dice: Dice): Face[] {
  const faces = ground(dice, dice.between(0.3, 0.6));
  const [grainAngle, loose] = [dice.normal(0.15), dice.between(0.02, 0.4)];
  for (let i = dice.count(80, 260); i > 0; i--) {
    const [x, y, z] = [dice.between(-7, 7), dice.between(5, 9), dice.between(-0.5, 6)];
    const angle = grainAngle + dice.normal(loose);
    const [long, thick] = [dice.between(0.3, 2.2), dice.between(0.1, 0.6)];
    const along = (u: number, v: number): Vec3 => [
      x + u * Math.sin(angle) + v * Math.cos(angle),
      y + dice.normal(0.15),
      z + u * Math.cos(angle) - v * Math.sin(angle),
    ];
    const points = [
      along(-long / 2, -thick / 2),
      along(-long / 2, thick / 2),
      along(long / 2, thick * dice.between(0.2, 0.5)),
      along(long / 2, -thick * dice.between(0.2, 0.5)),
    ];
    faces.push({ points, level: dice.between(0.15, 0.75), grain: 0.1 });
  }
  return faces;
}

/** One or two ladders against a plain wall, or stepladders. */
function makeLadders(dice: Dice): Face[] {
  const faces = plainWall(dice);
  for (let i = dice.count(1, 3); i > 0; i--) {
    const [height, width, level] = [dice.between(1.8, 4), dice.between(0.35, 0.5), dice.between(0.2, 0.9)];
    const [side, taper] = [dice.normal(0.09), dice.between(0, 0.08)];
    const place = placeAt([dice.normal(1.2), dice.between(1.8, 3), 0], dice.normal(0.4));
    const rails: Face[] = [-1, 1].map((s) => ({
      points: [
        [s * width - 0.03, 0, 0],
        [s * width + 0.03, 0, 0],
        [s * width * (1 - taper * height) + 0.03, 0, height],
        [s * width * (1 - taper * height) - 0.03, 0, height],
      ] as Vec3[],
      level,
    }));
    const rungs: Face[] = [];
    for (let z = 0.25; z < height; z += 0.28) {
      const half = width * (1 - taper * z);
      rungs.push({ points: quad([-half, 0.01, z], [half, 0.01, z], 0.035), level: level * 0.9 });
    }
    faces.push(...movedBy([...rails, ...rungs], lean(dice.between(0.05, 0.35), side), place));
  }
  return faces;
}

function plainWall(dice: Dice): Face[] {
  const level = dice.between(0.5, 0.9);
  const turn = dice.normal(0.3);
  const wall: Face[] = [
    { points: quad([-30, 0, 0], [30, 0, 0], 12), level, grain: 0.03 },
    { points: quad([-30, -0.02, 0], [30, -0.02, 0], 0.1), level: level * 0.8 },
  ];
  return [...ground(dice, dice.between(0.3, 0.7)), ...movedBy(wall, placeAt([0, dice.between(3.2, 5), 0], turn))];
}

/** Mirrors, frames, boards, shelves and deck chairs that lean at a wall, alone or as a stack. */
function makeLeaning(dice: Dice): Face[] {
  const faces = plainWall(dice);
  const [backTogether, sideTogether] = [dice.between(0.03, 0.2), dice.normal(0.05)];
  const alike = dice.chance(0.5) ? 0.2 : 1;
  for (let i = dice.count(1, 5); i > 0; i--) {
    const [width, height, level] = [dice.between(0.3, 1.4), dice.between(0.8, 2.2), dice.between(0.15, 0.9)];
    const leaning = lean(backTogether + alike * dice.normal(0.05), sideTogether + alike * dice.normal(0.05));
    const place = placeAt([dice.normal(1.3), dice.between(2, 3), 0], dice.normal(0.25));
    const inner: Face = {
      points: quad([-width / 2 + 0.08, -0.03, 0.08], [width / 2 - 0.08, -0.03, 0.08], height - 0.16),
      level: dice.between(0.2, 0.9),
    };
    const slats: Face[] = [];
    for (let k = 1; dice.chance(0.7) && k < 4; k++)
      slats.push({
        points: quad([-width / 2 + (k * width) / 4, -0.04, 0], [-width / 2 + (k * width) / 4 + 0.02, -0.04, 0], height),
        level: level * 0.7,
      });
    faces.push(...movedBy([...box(width, 0.04, height, level), inner, ...slats], leaning, place));
  }
  return faces;
}

export const wildScenes: Readonly<Record<string, MakeScene>> = {
  forest: makeForest,
  masts: makeMasts,
  boats: makeBoats,
  flowers: makeFlowers,
  rocks: makeRocks,
  ladders: makeLadders,
  leaning: makeLeaning,
};
