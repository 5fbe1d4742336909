import { setTimeout as sleep } from "node:timers/promises";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { jobSchema } from "../../src/queue/stored-jobs.ts";
import { type BenchParts, openBenchParts } from "./bench-parts.ts";

const waiting = 10_000;
/** Begun as requests do; the others are copies of the last of them, since each takes the count of those before. */
const begunByService = 20;
/** Of each stand-in enhancement, in ms. */
const jobMs = 100;
/** How long B's image is waited for, in ms. */
const maxMs = 60_000;

/**
 * How many of A's jobs begin between B's single image and its job, while 10,000 images of A wait; those that run at
 * that moment are not counted.
 */
export async function measureTurns(): Promise<number> {
  let begun = 0;
  const bench = await openBenchParts(async () => {
    begun++;
    await sleep(jobMs);
  });
  try {
    const [many, single] = [await bench.addAccount("a@example.org"), await bench.addAccount("b@example.org")];
    const last = await bench.beginImages(many, "a", begunByService);
    await multiply(bench, last, waiting - begunByService);
    const open = await bench.countOpen();
    if (open !== waiting) throw new Error(`${waiting} images were to wait, but ${open} do`);
    startJobs(bench.parts);
    while (begun < 6) await sleep(10);
    const imageId = await bench.beginImages(single, "b", 1);
    bench.parts.queue.wake("enhance-image");
    const { queries } = bench.parts.database;
    for (const until = performance.now() + maxMs; performance.now() < until; await sleep(10)) {
      const row = await queries
        .selectFrom("images")
        .select("status")
        .where("image_id", "=", imageId)
        .executeTakeFirst();
      if (row?.status === "processed") return await countBegunBefore(bench, imageId);
    }
    return Number.POSITIVE_INFINITY;
  } finally {
    await bench.close();
  }
}

/** Jobs that the queue began after it got this image's job and before it began that one. */
async function countBegunBefore({ parts }: BenchParts, imageId: string): Promise<number> {
  const { rows } = await parts.database.executeSql(
    `select count(*)::int as count from ${jobSchema}.job_common own, ${jobSchema}.job_common other
     where own.data->>'imageId' = $1 and other.name = own.name
       and other.started_on > own.created_on and other.started_on < own.started_on`,
    [imageId],
  );
  return Number(rows[0].count);
}

/** Copies an image and its job `count` times, each with the next lower priority, as the service would give them. */
async function multiply({ parts }: BenchParts, imageId: string, count: number): Promise<void> {
  const { database } = parts;
  await database.executeSql(
    `insert into images
     select (jsonb_populate_record(one, jsonb_build_object('image_id', 'copy-' || n))).*
     from images one, generate_series(1, ${count}) n where image_id = $1`,
    [imageId],
  );
  await database.executeSql(
    `insert into brackets
     select (jsonb_populate_record(one, jsonb_build_object('bracket_id', 'copy-' || n, 'image_id', 'copy-' || n))).*
     from brackets one, generate_series(1, ${count}) n where image_id = $1`,
    [imageId],
  );
  await database.executeSql(
    `insert into ${jobSchema}.job_common
     select (jsonb_populate_record(one, jsonb_build_object(
       'id', gen_random_uuid(), 'priority', one.priority - n,
       'data', jsonb_build_object('imageId', 'copy-' || n, 'attempt', one.data->'attempt')))).*
     from ${jobSchema}.job_common one, generate_series(1, ${count}) n where data->>'imageId' = $1`,
    [imageId],
  );
}
