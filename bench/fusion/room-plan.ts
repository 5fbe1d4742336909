import { Dice } from "../dice.ts";

export type Rgb = readonly [number, number, number];

/** A rectangle of whole pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowPlan {
  readonly box: Box;
  /** Brightness of the view relative to a wall of 18 %, in stops. */
  readonly ev: number;
  /** Contrast of the view: half its range, stops. */
  readonly contrastEv: number;
  /** Width of the frame around the panes, in px; 0 for none. */
  readonly framePx: number;
  readonly mullions: { readonly columns: number; readonly rows: number; readonly px: number };
  /** Share of the width covered by a sheer curtain from each side, and its transmission. */
  readonly curtain?: { readonly left: number; readonly right: number; readonly transmission: number };
  readonly light: Rgb;
}

/** An object in the room: a rectangle of one colour, with or without texture. */
export interface Furniture {
  readonly box: Box;
  /** Reflectance of each channel. */
  readonly reflectance: Rgb;
  /** Half the range of its texture, stops. */
  readonly grainEv: number;
}

export interface LampPlan {
  readonly x: number;
  readonly y: number;
  readonly radiusPx: number;
  /** Brightness of the shade relative to a wall of 18 %, in stops. */
  readonly ev: number;
}

/** All parameters of a room's appearance. */
export interface RoomPlan {
  readonly name: string;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** Exposures of the frames, darkest first; 0 shows an 18 % wall as display value 118. */
  readonly evs: readonly number[];
  readonly wall: number;
  /**
   * Brightness of the wall on the right and at the bottom relative to the middle, in stops; small enough that a flatter
   * rendering is not a halo.
   */
  readonly gradientEv: readonly [number, number];
  readonly light: Rgb;
  readonly windows: readonly WindowPlan[];
  readonly furniture: readonly Furniture[];
  readonly lamps: readonly LampPlan[];
  /** Electrons at full scale; the fewer, the more grain. 0 for none. */
  readonly fullWell: number;
}

/** Common brackets of property photographers. */
export const brackets = { "-2/0/+2": [-2, 0, 2], "-4…+2": [-4, -2, 0, 2], "-6…+2": [-6, -4, -2, 0, 2] } as const;

const white: Rgb = [1, 1, 1];
const size = { width: 1200, height: 800 };

/** A uniform neutral wall of 18 % with one textured window, noise-free: windows of +4 and +6 EV by three brackets. */
export function canonicalRooms(): RoomPlan[] {
  return [4, 6].flatMap((ev) =>
    Object.entries(brackets).map(([name, evs], i) => ({
      name: `+${ev} EV, ${name}`,
      seed: 10 * ev + i,
      ...size,
      evs,
      wall: 0.18,
      gradientEv: [0, 0] as const,
      light: white,
      windows: [
        {
          box: { x: 140, y: 220, width: 420, height: 320 },
          ev,
          contrastEv: 1.35,
          framePx: 0,
          mullions: { columns: 1, rows: 1, px: 0 },
          light: white,
        },
      ],
      furniture: [],
      lamps: [],
      fullWell: 0,
    })),
  );
}

/** A room from an unlimited series: three in four have a wall of 18 %, half of them have coloured light or grain. */
export function variantRoom(seed: number): RoomPlan {
  const dice = new Dice(0x10000 + seed);
  const bracket = dice.pick(Object.keys(brackets) as (keyof typeof brackets)[]);
  const tungsten = dice.chance(0.35);
  const daylight: Rgb = dice.chance(0.4) ? [dice.between(0.82, 0.95), 1, dice.between(1.05, 1.25)] : white;
  const windows = planWindows(dice, daylight);
  return {
    name: `room ${seed}, ${bracket}`,
    seed,
    ...size,
    evs: brackets[bracket],
    wall: dice.chance(0.75) ? 0.18 : dice.between(0.13, 0.3),
    gradientEv: dice.chance(0.5) ? [dice.between(-0.15, 0.15), dice.between(-0.1, 0.1)] : [0, 0],
    light: tungsten ? [dice.between(1.1, 1.3), 1, dice.between(0.62, 0.88)] : white,
    windows,
    furniture: dice.chance(0.7) ? planFurniture(dice, windows) : [],
    lamps: dice.chance(0.3) ? [planLamp(dice, windows)] : [],
    fullWell: dice.chance(0.5) ? Math.round(dice.between(8000, 40000)) : 0,
  };
}

function planWindows(dice: Dice, light: Rgb): WindowPlan[] {
  const count = dice.chance(0.25) ? 2 : 1;
  const ev = dice.between(3, 6.5);
  return Array.from({ length: count }, (_, i) => {
    const width = dice.whole(140, count === 1 ? 480 : 240);
    const height = dice.whole(140, 420);
    const left = count === 1 ? dice.whole(40, size.width - width - 40) : 60 + i * 360 + dice.whole(0, 60);
    const mullioned = dice.chance(0.5);
    return {
      box: { x: left, y: dice.whole(40, size.height - height - 200), width, height },
      ev,
      contrastEv: dice.between(0.9, 2),
      framePx: dice.chance(0.6) ? dice.whole(6, 16) : 0,
      mullions: {
        columns: mullioned ? dice.whole(1, 4) : 1,
        rows: mullioned ? dice.whole(1, 3) : 1,
        px: dice.whole(3, 12),
      },
      ...(dice.chance(0.3)
        ? {
            curtain: {
              left: dice.between(0.05, 0.35),
              right: dice.between(0.05, 0.35),
              transmission: dice.between(0.15, 0.45),
            },
          }
        : {}),
      light,
    };
  });
}

/** A floor with objects on it and on the wall, placed so that they do not hide windows. */
function planFurniture(dice: Dice, windows: readonly WindowPlan[]): Furniture[] {
  const floorTop = size.height - dice.whole(80, 160);
  const wood = dice.between(0.08, 0.3);
  const floor: Furniture = {
    box: { x: 0, y: floorTop, width: size.width, height: size.height - floorTop },
    reflectance: [wood * 1.25, wood, wood * 0.7],
    grainEv: 0.4,
  };
  const things: Furniture[] = [floor];
  for (let i = dice.whole(1, 6); i > 0; i--) {
    const width = dice.whole(60, 220);
    const height = dice.whole(50, 220);
    const box = {
      x: dice.whole(0, size.width - width),
      y: dice.chance(0.6) ? floorTop + 20 - height : dice.whole(20, 300),
      width,
      height,
    };
    const tone = 2 ** dice.between(-5.5, -0.5);
    const neutral = dice.chance(0.5);
    const tint = (): number => (neutral ? 1 : dice.between(0.5, 1.3));
    const reflectance: Rgb = [tone * tint(), tone * tint(), tone * tint()];
    const grainEv = dice.chance(0.5) ? 0 : dice.between(0.1, 0.6);
    if (windows.every((window) => isApart(box, window.box, 60))) things.push({ box, reflectance, grainEv });
  }
  return things;
}

function planLamp(dice: Dice, windows: readonly WindowPlan[]): LampPlan {
  const side = windows[0].box.x > size.width / 2 ? 0 : 1;
  return {
    x: side * (size.width - 260) + dice.whole(60, 200),
    y: dice.whole(100, 500),
    radiusPx: dice.whole(12, 40),
    ev: dice.between(2, 4.5),
  };
}

function isApart(a: Box, b: Box, gap: number): boolean {
  return (
    a.x + a.width + gap <= b.x ||
    b.x + b.width + gap <= a.x ||
    a.y + a.height + gap <= b.y ||
    b.y + b.height + gap <= a.y
  );
}
