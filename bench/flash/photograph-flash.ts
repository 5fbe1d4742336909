import { createWorld, exposeFrame, type Render } from "../../fixtures/scene/index.ts";
import { material } from "../../fixtures/scene/materials.ts";
import { renderWorld } from "../../fixtures/scene/render.ts";
import type { Room } from "../../fixtures/scene/room.ts";
import { tiles } from "../../fixtures/scene/textures.ts";
import type { Vec3 } from "../../fixtures/scene/vector.ts";
import type { IntegerImage } from "../../src/image/index.ts";
import { medianOf } from "../../src/ops/index.ts";
import { Dice } from "../dice.ts";
import { type HouseRoom, lightOf, planHouse } from "../house/house-plan.ts";
import { bouncedWorld, describeSurfaces, renderDirect } from "./render-flash.ts";

/** A flash frame, and masks of its flash artefacts. */
export interface FlashFrame {
  readonly frame: IntegerImage;
  /** EV of its exposure relative to the middle ambient frame. */
  readonly ev: number;
  /** Luminance of reflected flash in each pixel of the frame: linear, 1 is white. */
  readonly hot: Float32Array;
  /** Share of each pixel in a hard shadow of the flash, 0 to 1. */
  readonly shadow: Float32Array;
}

/** One view of a room by its own light and by flash. */
export interface FlashView {
  /** Frames by the room's own light, display sRGB of 8 bits, darkest first. */
  readonly ambient: readonly [IntegerImage, ...IntegerImage[]];
  readonly flash: readonly FlashFrame[];
  /** Index of the surface in each pixel; −1 on edges, windows, mirrors and light sources. */
  readonly surface: Int32Array;
  /** Linear sRGB albedo, interleaved. */
  readonly albedo: Float32Array;
  /** 255 where a pixel shows only the view through glass. */
  readonly window: Uint8Array;
}

/** A room with several views. */
export interface FlashRoom {
  readonly seed: number;
  readonly plan: HouseRoom;
  /** Gel of the flashes. */
  readonly gel: string;
  /** Share of the flash's light that is bounced from the ceiling, 0 to 1. */
  readonly bouncedShare: number;
  readonly views: readonly FlashView[];
}

/** Size of a view, in pixels. */
export const size = { width: 480, height: 320 };

/**
 * Gels by name: bare, half and quarter straw, which approach lamp light, and a blue one. Colour of the light in
 * kelvins.
 */
const gels = { none: 5600, quarter: 4900, half: 4200, blue: 7500 } as const;

/** Rotation of the second view, in degrees. */
const turnDeg = 24;

/** Linear light to which the middle of a picture is metered, by ambient light and by flash. */
const [ambientMetered, flashMetered] = [0.2, 0.26];

/** Renders and photographs a room: two views, each by its own light and by a flash that moves between two frames. */
export function photographFlash(seed: number): FlashRoom {
  const dice = new Dice(0x51000 + seed);
  const [planned] = planHouse(seed, 1);
  const room = withTiles(planned.room, dice, seed);
  const plan = { ...planned, room };
  const world = createWorld(room, { seed, windowEv: plan.windowEv });
  const gel = dice.pick(["none", "none", "none", "quarter", "half", "blue"] as const);
  const color = lightOf(gels[gel]);
  const turn = dice.chance(0.5) ? turnDeg : -turnDeg;
  const cameras = [0, turn].map((yaw) => ({ ...room.camera, yawDeg: room.camera.yawDeg + yaw }));
  const renders = cameras.map((camera) => renderWorld(world, { ...size, camera }));
  const ambientGain = ambientMetered / medianGreen(renders[0].radiance.data);
  const balance = balanceOf(renders[0], plan.balance);
  const share = dice.pick([0.1, 0.4, 0.7, 0.9]);
  const bounced = bouncedWorld(world, { position: room.camera.position, color });
  const evs = plan.evs.length > 1 ? [-2, 0, 2] : [0.4];
  const views = cameras.map((camera, v): FlashView => {
    const { radiance, masks } = renders[v];
    const expose = (light: Float32Array, i: number) => {
      const data = new Float32Array(new SharedArrayBuffer(light.byteLength));
      for (let k = 0; k < data.length; k++) data[k] = light[k] * balance[k % 3];
      return contrasty(exposeFrame({ ...radiance, data }, { noise: 2, seed: seed * 64 + 16 * v + i }));
    };
    const surfaces = describeSurfaces(world, size, camera);
    const soft = renderWorld(bounced, { ...size, camera }).radiance.data;
    const lit = [0, 1].map((i) => {
      const direct = renderDirect(world, { position: placed(dice, room), color }, surfaces);
      const ev = dice.between(-4, -1.5);
      const metered = flashMetered * 2 ** dice.between(-0.7, 0.6);
      const [softBy, hardBy] = [
        (metered * share) / medianGreen(soft),
        (metered * (1 - share)) / Math.max(1e-6, medianGreen(direct.light)),
      ];
      const ambientBy = ambientGain * 2 ** ev;
      const sum = radiance.data.map((value, k) => ambientBy * value + softBy * soft[k] + hardBy * direct.light[k]);
      const hot = direct.hot.map((value) => hardBy * value);
      return { frame: expose(sum, 8 + i), ev: ev - evs[evs.length >> 1], hot, shadow: direct.shadow };
    });
    const frames = evs.map((ev, i) =>
      expose(
        radiance.data.map((value) => value * ambientGain * 2 ** ev),
        i,
      ),
    );
    return {
      ambient: frames as unknown as FlashView["ambient"],
      flash: lit,
      surface: surfaces.surface,
      albedo: surfaces.albedo,
      window: masks.window,
    };
  });
  return { seed, plan, gel, bouncedShare: share, views };
}

/** Next to or above the camera, as photographers hold or set up a flash. */
function placed(dice: Dice, { size: [w, d, h], camera }: Room): Vec3 {
  const near = (at: number, most: number) => Math.min(most - 0.2, Math.max(0.2, at + dice.between(-1.2, 1.2)));
  const [x, y] = camera.position;
  return [near(x, w), near(y, d), dice.between(1.3, h - 0.2)];
}

/** Every second room has a wall of glossy tiles, which reflects the flash. */
function withTiles(room: Room, dice: Dice, seed: number): Room {
  if (dice.chance(0.5)) return room;
  const face = room.referenceWall;
  const shell = room.shell.map((each, i) =>
    i === 4 || i === face
      ? i === 4
        ? { ...each, gloss: 0.04, ripple: 0.004 }
        : material(tiles([0.62, 0.6, 0.56], [0.4, 0.4, 0.4], 0.2, 0.1, true, seed), { gloss: 0.05, ripple: 0.004 })
      : each,
  );
  return { ...room, shell: shell as unknown as Room["shell"] };
}

/** A camera's white balance, set once for the room. */
function balanceOf({ radiance: { data } }: Render, { share, error }: HouseRoom["balance"]): Vec3 {
  const [red, green, blue] = [0, 1, 2].map((c) => medianOf(data.filter((_, i) => i % 3 === c)));
  return [(green / red) ** share * error[0], error[1], (green / blue) ** share * error[2]];
}

/** A camera's contrast: half-way to a smoothstep of display values. */
function contrasty(image: IntegerImage): IntegerImage {
  const data = new Uint8Array(new SharedArrayBuffer(image.data.length));
  for (let i = 0; i < data.length; i++) {
    const value = image.data[i] / 255;
    data[i] = Math.round(255 * (0.6 * value + 0.4 * value * value * (3 - 2 * value)));
  }
  return { ...image, data };
}

function medianGreen(light: Float32Array): number {
  return medianOf(light.filter((_, i) => i % 3 === 1));
}
