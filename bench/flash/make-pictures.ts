import { type IntegerImage, identityHomography, share } from "../../src/image/index.ts";
import { copyFrame, type SceneDescription, shrinkToEdge } from "../../src/ops/index.ts";
import { readPackageData } from "../../src/pipeline/disk/read-file.ts";
import { type FlashFacts, flash } from "../../src/stages/flash/index.ts";
import { merge } from "../../src/stages/merge/index.ts";
import { relate } from "../../src/stages/relate/index.ts";
import { describeScene, parseSceneModel, readContent } from "../../src/stages/scene/index.ts";
import { type HouseSetting, type RoomReading, readRoom, roomTarget, solveHouse } from "../../src/stages/tone/index.ts";
import { testContext } from "../../test/support/context.ts";
import { tone } from "../../test/support/tone.ts";
import type { FlashRoom, FlashView } from "./photograph-flash.ts";

export const modes = ["off", "color", "blend"] as const;
export type Mode = (typeof modes)[number];

/** One view, made with one mode of flash frames. */
export interface MadeView {
  readonly view: FlashView;
  /** Fused from the ambient frames. */
  readonly ambient: IntegerImage;
  /** After the flash stage, before toning. */
  readonly blended: IntegerImage;
  /** The finished picture. */
  readonly finished: IntegerImage;
  readonly facts: FlashFacts;
}

/** Longer edge of the copies from which the pipeline reads a house, in pixels. */
const readEdgePx = 256;
const context = testContext();
const model = readPackageData("scene-model.bin").then(parseSceneModel);

/** All views of a room, made in every mode as in the pipeline. */
export async function makePictures({ views }: FlashRoom): Promise<Record<Mode, readonly MadeView[]>> {
  const fused = await Promise.all(views.map(fuse));
  const made = { off: await makeAll(fused, "off"), color: await makeAll(fused, "color") };
  return { ...made, blend: await makeAll(fused, "blend") };
}

interface FusedView {
  readonly view: FlashView;
  readonly ambient: IntegerImage;
  readonly scene: SceneDescription;
}

async function fuse(view: FlashView): Promise<FusedView> {
  const copies = await Promise.all(view.ambient.map((frame) => copyFrame(frame, context)));
  const { relation } = await relate({ copies }, {}, context);
  const frames = view.ambient;
  const ambient = frames.length > 1 ? (await merge({ frames, relation }, {}, context)).image : frames[0];
  return { view, ambient, scene: await describeScene({ image: ambient, model: await model }, context) };
}

async function makeAll(fused: readonly FusedView[], mode: Mode): Promise<readonly MadeView[]> {
  const readings = await Promise.all(fused.map((each) => readView(each, mode)));
  const house = solveHouse(readings, roomTarget(68.5));
  return Promise.all(fused.map((each, i) => makeView(each, mode, house[i])));
}

/** A set with flash frames is read from the first of them. */
async function readView({ view, ambient }: FusedView, mode: Mode): Promise<RoomReading> {
  const image = mode === "off" ? ambient : view.flash[0].frame;
  const scene = await describeScene({ image, model: await model }, context);
  const small = await shrinkToEdge(image, readEdgePx, context);
  const reading = readRoom(small, readContent({ small, scene }));
  return mode === "off" ? reading : { ...reading, flash: true };
}

async function makeView({ view, ambient, scene }: FusedView, mode: Mode, house: HouseSetting | undefined) {
  const frames = view.flash.map(({ frame }) => frame);
  const motions = frames.map(() => identityHomography);
  const flashEvs = view.flash.map(({ ev }) => ev);
  const {
    image: blended,
    known: knownColour,
    ...facts
  } = await flash({ image: ambient, flash: frames, motions, flashEvs, scene: scene.map }, { flash: mode }, context);
  const toTone = { image: share(blended, context.memory), outputBits: 8, scene, knownColour, house } as const;
  const { image: finished } = await tone(toTone, {}, context);
  return { view, ambient, blended, finished, facts };
}
