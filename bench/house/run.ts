import { parseArgs } from "node:util";
import { type IntegerImage, share } from "../../src/image/index.ts";
import { copyFrame, shrinkToEdge } from "../../src/ops/index.ts";
import { merge } from "../../src/stages/merge/index.ts";
import { relate } from "../../src/stages/relate/index.ts";
import { readContent } from "../../src/stages/scene/index.ts";
import { type HouseSetting, type RoomReading, readRoom, roomTarget, solveHouse } from "../../src/stages/tone/index.ts";
import { testContext } from "../../test/support/context.ts";
import { tone } from "../../test/support/tone.ts";
import { planHouse } from "./house-plan.ts";
import { betweenRooms, measureRoom, type RoomMeasures } from "./measure-house.ts";
import { type PhotographedRoom, photographRoom } from "./photograph-room.ts";

const usage = `Renders houses and tones their rooms, each alone and all as one house: npm run bench -- house [--seeds 101,102] [--rooms 30]`;

/** Seeds of houses on which nothing was chosen. */
const heldOut = "101,102,103,104,105";

/** Longer edge of the copies that the pipeline reads. */
const readEdgePx = 256;

const context = testContext();

interface House {
  readonly rooms: readonly { readonly room: PhotographedRoom; readonly merged: IntegerImage }[];
  readonly told: readonly (HouseSetting | undefined)[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: heldOut },
      rooms: { type: "string", default: "30" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  console.log(
    "| house | rooms | white walls ΔE00 between rooms, median / p95 | as one house | paints ΔE00, mean / worst | as one house |",
  );
  console.log("|---|---|---|---|---|---|");
  for (const seed of values.seeds.split(",").map(Number)) {
    const house = await photographHouse(seed, Number(values.rooms));
    const alone = await measureHouse(house, () => undefined);
    const together = await measureHouse(house, (i) => house.told[i]);
    console.log(
      `| ${seed} | ${house.rooms.length} | ${white(alone)} | ${white(together)} | ${paint(alone)} | ${paint(together)} |`,
    );
  }
}

async function photographHouse(seed: number, most: number): Promise<House> {
  const rooms: { room: PhotographedRoom; merged: IntegerImage }[] = [];
  const readings: RoomReading[] = [];
  for (const plan of planHouse(seed, most)) {
    const room = photographRoom(plan);
    const { frames, lightEv } = room;
    const copies = await Promise.all(frames.map((frame) => copyFrame(frame, context)));
    const { relation } = await relate({ copies }, {}, context);
    const merged = frames.length > 1 ? (await merge({ frames, relation }, {}, context)).image : frames[0];
    rooms.push({ room, merged });
    const small = await shrinkToEdge(frames[frames.length >> 1], readEdgePx, context);
    readings.push(readRoom(small, readContent({ small, lightEv })));
  }
  return { rooms, told: solveHouse(readings, roomTarget(68.5)) };
}

async function measureHouse({ rooms }: House, told: (i: number) => HouseSetting | undefined): Promise<RoomMeasures[]> {
  const measured: RoomMeasures[] = [];
  for (const [i, { room, merged }] of rooms.entries()) {
    const input = {
      image: share(merged, context.memory),
      outputBits: 8,
      house: told(i),
      lightEv: room.lightEv,
    } as const;
    const { image } = await tone(input, {}, context);
    measured.push(measureRoom(room, image));
  }
  return measured;
}

function white(rooms: readonly RoomMeasures[]): string {
  const distances = betweenRooms(rooms).sort((a, b) => a - b);
  const at = (share: number) => distances[Math.floor(share * (distances.length - 1))]?.toFixed(1) ?? "–";
  return `${at(0.5)} / ${at(0.95)}`;
}

function paint(rooms: readonly RoomMeasures[]): string {
  const distances = rooms.flatMap(({ paints }) => paints);
  if (distances.length === 0) return "–";
  const mean = distances.reduce((sum, each) => sum + each, 0) / distances.length;
  return `${mean.toFixed(1)} / ${Math.max(...distances).toFixed(1)}`;
}

await main();
