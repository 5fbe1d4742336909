import type { Camera } from "../../fixtures/scene/index.ts";
import { emptyPhoto, type IntegerImage, type Photo } from "../../src/image/index.ts";
import { type MakeScene, makeAttic, makeRoom, makeStreet } from "./built-scenes.ts";
import { drawFaces } from "./draw.ts";
import { Dice } from "./solids.ts";
import { wildScenes } from "./wild-scenes.ts";

/** How the camera is held: on a levelled tripod, or by hand (standard deviations of 1.5° of roll and 4° of pitch). */
export type Hold = "level" | "hand";

export interface Trial {
  readonly kind: string;
  readonly hold: Hold;
  /** Whether the scene has enough upright edges to determine the camera's tilt. */
  readonly isBuilt: boolean;
  readonly seed: number;
  readonly camera: Camera;
  readonly image: IntegerImage;
  readonly photo: Photo;
}

const built: Readonly<Record<string, MakeScene>> = { room: makeRoom, attic: makeAttic, street: makeStreet };

/** Kinds of scenes, each with the ways its camera is held. */
export const kinds: readonly (readonly [string, Hold])[] = [
  ...Object.keys(built).flatMap(
    (kind) =>
      [
        [kind, "level"],
        [kind, "hand"],
      ] as const,
  ),
  ...Object.keys(wildScenes).map((kind) => [kind, "hand"] as const),
];

const LONGER_EDGE_PX = 840;

/**
 * A room whose far wall the camera nearly faces: `offDeg` is the rotation to the right that would face it, and
 * `wallYawDeg` the wall's heading.
 */
export function takeFacingPicture(hold: Hold, seed: number): Trial & { offDeg: number; wallYawDeg: number } {
  const dice = new Dice(seed * 31 + kinds.length);
  const faces = makeRoom(dice);
  const [left, right] = faces[0].points;
  const wallYawDeg = (-Math.atan2(right[1] - left[1], right[0] - left[0]) * 180) / Math.PI;
  const offDeg = dice.normal(3);
  const camera = { ...heldCamera(hold, dice), yawDeg: wallYawDeg - offDeg };
  const image = drawFaces(faces, camera, [LONGER_EDGE_PX, (LONGER_EDGE_PX * 2) / 3], seed);
  const photo = { ...emptyPhoto, lens: { focal35Mm: camera.focal35Mm } };
  return { kind: "room", hold, isBuilt: true, seed, camera, image, photo, offDeg, wallYawDeg };
}

/** A picture of one seed; with the camera's own focal length or the given one, 35 mm equivalent. */
export function takePicture(kind: string, hold: Hold, seed: number, focal35Mm?: number): Trial {
  const dice = new Dice(seed * 31 + kinds.findIndex(([name, held]) => name === kind && held === hold));
  const isBuilt = kind in built;
  const faces = (isBuilt ? built[kind] : wildScenes[kind])(dice);
  const isPortrait = dice.chance(0.15);
  const [long, short] = [LONGER_EDGE_PX, (LONGER_EDGE_PX * 2) / 3];
  const size = isPortrait ? ([short, long] as const) : ([long, short] as const);
  const held = heldCamera(hold, dice);
  const camera = focal35Mm === undefined ? held : { ...held, focal35Mm };
  const image = drawFaces(faces, camera, size, seed);
  return { kind, hold, isBuilt, seed, camera, image, photo: { ...emptyPhoto, lens: { focal35Mm: camera.focal35Mm } } };
}

function heldCamera(hold: Hold, dice: Dice): Camera {
  const isLevel = hold === "level";
  return {
    position: [0, 0, dice.between(1.2, 1.65)],
    yawDeg: dice.normal(6),
    pitchDeg: isLevel ? dice.normal(0.03) : dice.normal(4),
    rollDeg: isLevel ? dice.normal(0.03) : dice.normal(1.5),
    focal35Mm: dice.between(16, 30),
  };
}
