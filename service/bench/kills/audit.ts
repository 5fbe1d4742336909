import { createHash } from "node:crypto";
import { type Database, type DatabasePlace, openDatabase, type Queries } from "../../src/database/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { sweepStorage } from "../../src/store/sweep-storage.ts";
import type { Received } from "../../test/support/receiver.ts";
import type { OrderRecord } from "./orders.ts";

/** What a stopped service left: every rule that a kill broke, as a sentence; none where all hold. */
export async function audit(
  place: DatabasePlace,
  storage: Storage,
  orders: readonly OrderRecord[],
  received: readonly Received[],
): Promise<string[]> {
  const database = await openDatabase(place);
  try {
    return await auditDatabase(database, storage, orders, received);
  } finally {
    await database.close();
  }
}

/** The same of a database that is open. */
export async function auditDatabase(
  database: Database,
  storage: Storage,
  orders: readonly OrderRecord[],
  received: readonly Received[],
): Promise<string[]> {
  const { queries } = database;
  return [
    ...orders.flatMap(({ wrong }) => wrong),
    ...(await leftJobs(database)),
    ...(await lostWork(queries, orders)),
    ...(await doubleWork(queries)),
    ...(await wrongPurchases(queries, orders)),
    ...(await wrongEvents(queries, received)),
    ...(await wrongFiles(queries, storage)),
  ];
}

/**
 * Jobs that are not done, except for looks at events that are all delivered: one that is planned for when another
 * delivery should be over falls due at any moment, while the service stops too.
 */
export async function leftJobs(database: Database): Promise<string[]> {
  const { rows } = await database.executeSql(`
    select name, state::text as state from jobs.job
    where state < 'completed' and name not like '\\_\\_%' and not (
      name = 'deliver-events' and state = 'created' and not exists (
        select from events where events.state = 'pending' and data->>'orderKey' in (order_id, account_id)
      )
    )`);
  return rows.map(({ name, state }) => `a job ${name} was left ${state}`);
}

/** What was answered is there, and became a picture that did not change since it was first seen. */
async function lostWork(queries: Queries, orders: readonly OrderRecord[]): Promise<string[]> {
  const images = new Map((await queries.selectFrom("images").selectAll().execute()).map((row) => [row.image_id, row]));
  const found = await queries.selectFrom("brackets").select(["bracket_id", "image_id", "source"]).execute();
  const brackets = new Map(found.map((row) => [row.bracket_id, row]));
  const problems: string[] = [];
  for (const { imageIds, bracketIds, previews, bought, uploads } of orders) {
    for (const { bracket_id: bracketId, image_id: imageId, source } of found) {
      const sent = uploads.get(bracketId) ?? uploads.get(imageId ?? "");
      if (source && sent !== undefined && sent !== source.sha256)
        problems.push(`the upload of ${bracketId} is not what was sent`);
    }
    const merged = bracketIds.map((id) => {
      const bracket = brackets.get(id);
      if (!bracket?.source) problems.push(`the upload of bracket ${id} was lost`);
      if (!bracket?.image_id) problems.push(`bracket ${id} belongs to no image`);
      return bracket?.image_id;
    });
    for (const id of new Set([...imageIds, ...merged])) {
      const image = id ? images.get(id) : undefined;
      if (!image) problems.push(`image ${id} was lost`);
      else if (image.status !== "processed") problems.push(`image ${id} is ${image.status}: ${image.status_reason}`);
      else if (previews.get(image.image_id) !== image.result?.preview.sha256) {
        problems.push(`image ${id} is another picture than the one that was seen`);
      } else if (bought.get(image.image_id) !== image.result?.full.sha256) {
        problems.push(`image ${id} is another picture than the one that was bought`);
      }
    }
  }
  return problems;
}

/** Each image was begun once, and counted once. */
async function doubleWork(queries: Queries): Promise<string[]> {
  const images = await queries.selectFrom("images").select(["image_id", "attempt", "result"]).execute();
  const days = await queries.selectFrom("enhancement_days").select("enhancements").execute();
  const counted = days.reduce((sum, day) => sum + day.enhancements, 0);
  const begun = images.filter(({ attempt }) => attempt > 0);
  return [
    ...begun.filter(({ attempt }) => attempt > 1).map((row) => `image ${row.image_id} was begun ${row.attempt} times`),
    ...(counted === begun.length ? [] : [`${counted} enhancements were counted for ${begun.length} images`]),
  ];
}

/** Each picture that was bought counts once, and nothing else. */
async function wrongPurchases(queries: Queries, orders: readonly OrderRecord[]): Promise<string[]> {
  const rows = await queries.selectFrom("purchases").select("image_id").execute();
  const purchases = rows.map(({ image_id }) => image_id);
  const bought = orders.flatMap((order) => [...order.bought.keys()]);
  const [counted, expected] = [new Set(purchases), new Set(bought)];
  return [
    ...(counted.size === purchases.length ? [] : ["a purchase was counted twice"]),
    ...bought.filter((id) => !counted.has(id)).map((id) => `the purchase of image ${id} was lost`),
    ...purchases.filter((id) => !expected.has(id)).map((id) => `image ${id} was not bought, but counts as a purchase`),
  ];
}

/** One event a change, each delivered, those of an order in their order. */
async function wrongEvents(queries: Queries, received: readonly Received[]): Promise<string[]> {
  const events = await queries.selectFrom("events").selectAll().orderBy("sequence").execute();
  const images = await queries.selectFrom("images").select(["image_id", "status"]).execute();
  const count = (kind: string) => {
    const counts = new Map<string, number>();
    for (const { payload } of events) {
      if (payload["event"] !== kind) continue;
      const id = String(payload["image_id"]);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };
  const [registered, processed] = [count("image_registered"), count("image_processed")];
  const problems: string[] = [];
  for (const { image_id, status } of images) {
    if (registered.get(image_id) !== 1) problems.push(`${registered.get(image_id) ?? 0} events register ${image_id}`);
    const expected = status === "processed" || status === "error" ? 1 : 0;
    const found = processed.get(image_id) ?? 0;
    if (found !== expected) problems.push(`${found} events tell that ${image_id}, which is ${status}, is processed`);
  }
  const first = new Map<string, number>();
  for (const [i, { headers }] of received.entries()) {
    const id = String(headers["webhook-id"]);
    if (!first.has(id)) first.set(id, i);
  }
  const last = new Map<string, number>();
  for (const { event_id, state, order_id } of events) {
    const at = first.get(event_id);
    if (state !== "delivered") problems.push(`event ${event_id} is ${state}`);
    if (at === undefined) problems.push(`event ${event_id} never arrived`);
    else if (order_id) {
      if (at < (last.get(order_id) ?? -1)) problems.push(`event ${event_id} arrived before an older one of its order`);
      last.set(order_id, at);
    }
  }
  return problems;
}

/** After a sweep the storage holds what the database names, byte for byte, and nothing else. */
async function wrongFiles(queries: Queries, storage: Storage): Promise<string[]> {
  await sweepStorage(queries, storage, { graceMs: 0 });
  await storage.removeUnfinished(0);
  const hashes = new Map<string, string>();
  /** Files whose bytes may differ: what was read ahead of an upload. */
  const named = new Set<string>();
  for (const { source, summary } of await queries.selectFrom("brackets").select(["source", "summary"]).execute()) {
    if (source) hashes.set(source.key, source.sha256);
    if (summary?.key) named.add(summary.key);
  }
  for (const { result } of await queries.selectFrom("images").select("result").execute()) {
    if (result) for (const file of [result.full, result.preview]) hashes.set(file.key, file.sha256);
  }
  for (const key of hashes.keys()) named.add(key);
  const problems: string[] = [];
  for await (const key of storage.list()) {
    const hash = hashes.get(key);
    if (!named.delete(key)) problems.push(`the file ${key} belongs to nothing`);
    else if (hash !== undefined && (await hashOf(storage, key)) !== hash) problems.push(`the file ${key} is broken`);
  }
  return [...problems, ...[...named].map((key) => `the file ${key} is missing`)];
}

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of await storage.read(key)) hash.update(piece);
  return hash.digest("hex");
}
