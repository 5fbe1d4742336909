import { cutBySize, hasCopies } from "../domain/fixed-size.ts";
import { isInputFault } from "../engine/calls.ts";
import type { Parts } from "../parts.ts";
import type { Grouping, Jobs } from "../queue/jobs.ts";
import { findAccount } from "../store/account-store.ts";
import { type BracketRow, findHeld } from "../store/bracket-store.ts";
import { findGrouped } from "../store/image-store.ts";
import { beginGrouped, makeImage } from "../store/make-image.ts";
import { endGrouping, findOrder } from "../store/order-store.ts";
import { askOfUploads } from "./ask-of-uploads.ts";
import { readHouse } from "./read-house.ts";

const timeoutMs = 5 * 60_000;

/**
 * Turns the held brackets of an order into images, one per transaction, and begins them once their house was read.
 * Clients see each image as soon as its brackets are known, and its picture does not depend on timing. After a crash, a
 * second run continues with the rest.
 */
export async function groupOrder(
  { orderId, groupingId = orderId, ...job }: Jobs["group-order"],
  parts: Parts,
): Promise<void> {
  const { database, queue } = parts;
  const order = await findOrder(database.queries, orderId);
  const account = order && (await findAccount(database.queries, order.account_id));
  if (!order || !account) return;
  const held = await findHeld(database.queries, orderId);
  for (const formed of await formSets(held, job.grouping, orderId, parts)) {
    const set = { ...formed, orderId, groupingId, account, ...job };
    await database.transact((transaction) => makeImage(transaction, set, parts));
    queue.wake("deliver-events");
  }
  const images = await findGrouped(database.queries, groupingId);
  const houses = await readHouse(images, orderId, parts);
  for (const [i, { image_id: imageId }] of images.entries()) {
    await database.transact(async (transaction) => {
      // Together with the last image, not after it: otherwise its event could announce more, and none would follow.
      if (i === images.length - 1) await endGrouping(transaction, orderId, groupingId);
      await beginGrouped(transaction, { imageId, house: houses[i], orderId, account }, parts);
    });
    queue.wake("enhance-image");
    queue.wake("deliver-events");
  }
  if (images.length === 0) await database.transact((transaction) => endGrouping(transaction, orderId, groupingId));
}

type Frames = readonly BracketRow[];

interface FormedSet {
  readonly frames: Frames;
  /** Why they form one image, in plain words; empty if a client said so. */
  readonly reasons: readonly string[];
}

const withoutReasons = (frames: Frames): FormedSet => ({ frames, reasons: [] });

async function formSets(held: Frames, grouping: Grouping, orderId: string, parts: Parts): Promise<FormedSet[]> {
  if (held.length === 0) return [];
  if (grouping.by === "lists") {
    const byId = new Map(held.map((bracket) => [bracket.bracket_id, bracket]));
    return grouping.lists
      .map((ids) => withoutReasons(ids.flatMap((id) => byId.get(id) ?? [])))
      .filter(({ frames }) => frames.length > 0);
  }
  // The engine counts copies of a file as one photograph; if there are any, only its order is used.
  const size = grouping.by === "size" ? grouping.size : undefined;
  const cutHere = size !== undefined && hasCopies(held);
  const options = size === undefined ? {} : { bracketSize: cutHere ? 1 : size };
  try {
    return await askOfUploads(held, parts, async ({ paths: files, summaries }) => {
      const { groups, failed } = await parts.engines.run({ kind: "group", files, summaries, options }, timeoutMs);
      const byPath = new Map(files.map((path, i) => [path, held[i]]));
      const framesOf = (paths: readonly string[]) => paths.flatMap((path) => byPath.get(path) ?? []);
      const found = groups.map((group) => ({ frames: framesOf(group.files), reasons: group.reasons }));
      const cut = cutHere
        ? cutBySize(
            found.map(({ frames }) => frames),
            size,
          ).map(withoutReasons)
        : found;
      return [...cut, ...failed.map(({ file }) => withoutReasons(framesOf([file])))];
    });
  } catch (error) {
    parts.log.warn({ orderId, err: error }, "grouping failed");
    if (!isInputFault(error)) throw error;
    return held.map((frame) => withoutReasons([frame]));
  }
}
