import { material } from "../../fixtures/scene/materials.ts";
import type { Room } from "../../fixtures/scene/room.ts";
import { paint } from "../../fixtures/scene/textures.ts";
import type { Vec3 } from "../../fixtures/scene/vector.ts";
import { furnishRoom } from "../../fixtures/shoots/furnish-room.ts";
import { Dice } from "../dice.ts";

/** One room of a house, before it is photographed. */
export interface HouseRoom {
  readonly seed: number;
  readonly room: Room;
  /** Linear sRGB albedo of each face of the shell; `undefined` where it is not paint (the floor). */
  readonly paints: readonly (Vec3 | undefined)[];
  readonly light: "lamps" | "daylight" | "mixed";
  /** Brightness of the view relative to the reference wall, in stops. */
  readonly windowEv: number;
  /** Share of the picture's mean colour removed by the camera's white balance, and its error as channel factors. */
  readonly balance: { readonly share: number; readonly error: Vec3 };
  /** Exposures of the frames, in stops; one for a single frame. */
  readonly evs: readonly number[];
}

/** Linear sRGB of coloured wall paints as they are sold: beige, sage, dusty blue, peach, greige, lilac. */
const colouredPaints: readonly Vec3[] = [
  [0.62, 0.53, 0.4],
  [0.42, 0.48, 0.36],
  [0.34, 0.44, 0.54],
  [0.68, 0.5, 0.38],
  [0.5, 0.45, 0.38],
  [0.52, 0.46, 0.56],
];

const lamps = [2700, 3000, 3500, 4000, 5000, 6500];

/** A house of 8 to 30 rooms: one white for walls and one for ceilings, one or two coloured paints in some rooms. */
export function planHouse(seed: number, most = 30): readonly HouseRoom[] {
  const dice = new Dice(0x40000 + seed);
  const wall = offWhite(dice, 0.68, 0.78);
  const ceiling = offWhite(dice, 0.78, 0.84);
  const palette = [dice.pick(colouredPaints), dice.pick(colouredPaints)];
  const count = Math.min(most, dice.whole(8, 30));
  return Array.from({ length: count }, (_, i) => planRoom(dice, seed * 100 + i, { wall, ceiling, palette }));
}

interface Paints {
  readonly wall: Vec3;
  readonly ceiling: Vec3;
  readonly palette: readonly Vec3[];
}

function planRoom(dice: Dice, seed: number, { wall, ceiling, palette }: Paints): HouseRoom {
  const furnished = furnishRoom(seed);
  const light = dice.pick(["lamps", "daylight", "mixed"] as const);
  const coloured = dice.chance(0.3) ? dice.pick(palette) : undefined;
  const painted = coloured === undefined ? 0 : dice.pick([1, 2, 4]);
  const first = dice.whole(0, 3);
  const walls = [0, 1, 2, 3].map((face) => ((face - first + 4) % 4 < painted ? coloured : wall));
  const paints = [...walls, undefined, ceiling];
  const shell = furnished.shell.map((face, i) => {
    const albedo = paints[i];
    return albedo ? material(paint(albedo, seed * 7 + i)) : face;
  }) as unknown as Room["shell"];
  const kelvin = dice.pick(lamps);
  const power = { lamps: 0.35, mixed: 0.07, daylight: 0.004 }[light];
  const room = {
    ...furnished,
    shell,
    lamps: furnished.lamps.map((lamp) => ({ ...lamp, color: lightOf(kelvin), power })),
  };
  const error = (): number => Math.exp(dice.between(-0.06, 0.06));
  const balance = { share: dice.between(0.3, 0.9), error: [error(), 1, error()] as const };
  const evs = dice.chance(0.5) ? [-2, 0, 2].map((ev) => ev + dice.between(-0.2, 0.2)) : [dice.between(-1, 0.7)];
  const windowEv = dice.between(2.5, 5);
  return { seed, room, paints, light, windowEv, balance, evs };
}

function offWhite(dice: Dice, least: number, most: number): Vec3 {
  const level = dice.between(least, most);
  return [level * dice.between(1, 1.02), level, level * dice.between(0.94, 1)];
}

/** Linear sRGB of a black body (Helland's fit to the Planckian locus), green 1. */
export function lightOf(kelvin: number): Vec3 {
  const t = kelvin / 100;
  const red = t <= 66 ? 255 : 329.7 * (t - 60) ** -0.1332;
  const green = t <= 66 ? 99.47 * Math.log(t) - 161.12 : 288.12 * (t - 60) ** -0.0755;
  const blue = t >= 66 ? 255 : 138.52 * Math.log(t - 10) - 305.04;
  const [r, g, b] = [red, green, blue].map((value) => (Math.min(255, Math.max(1, value)) / 255) ** 2.2);
  return [r / g, 1, b / g];
}
