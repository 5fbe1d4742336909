import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { ImageHouse } from "../database/stored-values.ts";
import type { Account } from "../domain/account.ts";
import type { Preferences } from "../domain/preferences.ts";
import type { Parts } from "../parts.ts";
import { type BracketRow, lockBrackets } from "./bracket-store.ts";
import { recordEvent } from "./event-store.ts";
import { beginEnhancement } from "./image-states.ts";
import { insertImage } from "./image-store.ts";
import { lockOrder } from "./order-store.ts";

type Frames = readonly BracketRow[];

/** Uploaded brackets that will become one image of their order. */
interface NewSet {
  readonly frames: Frames;
  /** Why they form one image, in plain words; empty if a client said so. */
  readonly reasons: readonly string[];
  /** The bracket that a client chose as the reference. */
  readonly referenceId?: string | undefined;
  readonly orderId: string;
  readonly groupingId: string;
  readonly account: Account;
  readonly preferences: Preferences;
  readonly devMode: boolean;
}

/**
 * Registers one image of `frames`, named after the first; `beginGrouped` begins it. If frames were registered as images
 * (`hdr: true`), the first of those becomes this image, with the order's preferences over its own, and the others point
 * to it. Brackets that an earlier run has placed, or that were deleted meanwhile, are skipped; if none is left, no
 * image is created.
 */
export async function makeImage(transaction: Queries, set: NewSet, { queue }: Parts): Promise<void> {
  const { orderId, account } = set;
  const { frames, heldIds } = await lockFrames(transaction, set);
  if (frames.length === 0) return;
  const [held] = heldIds;
  if (held !== undefined) await mergePreferences(transaction, held, set);
  const imageId = held ?? (await registerImage(transaction, frames[0].name, set));
  await recordEvent(transaction, queue, account.accountId, {
    event: "image_registered",
    image_id: imageId,
    order_id: orderId,
  });
  if (heldIds.length > 1) {
    await transaction
      .updateTable("images")
      .set({ parent_image_id: imageId })
      .where("image_id", "in", heldIds.slice(1))
      .execute();
  }
  for (const [position, { bracket_id }] of frames.entries()) {
    await transaction
      .updateTable("brackets")
      .set({ image_id: imageId, position })
      .where("bracket_id", "=", bracket_id)
      .execute();
  }
  await transaction
    .updateTable("images")
    .set({
      metadata: sql`(select metadata from brackets where image_id = ${imageId} and position = 0 limit 1)`,
      reasons: set.reasons.length > 0 ? JSON.stringify(set.reasons) : null,
      reference_id: set.referenceId ?? null,
    })
    .where("image_id", "=", imageId)
    .execute();
}

/** An image that a grouping created. */
interface GroupedImage {
  readonly imageId: string;
  readonly house: ImageHouse | undefined;
  readonly orderId: string;
  readonly account: Account;
}

/** Begins an image with the settings from its house. An image that was deleted or begun meanwhile is skipped. */
export async function beginGrouped(transaction: Queries, image: GroupedImage, parts: Parts): Promise<void> {
  const { imageId, house, orderId, account } = image;
  if (!(await lockOrder(transaction, orderId))) return;
  const waiting = await transaction
    .updateTable("images")
    .set({ house: house ? JSON.stringify(house) : null })
    .where("image_id", "=", imageId)
    .where("status", "=", "registered")
    .where("is_deleted", "=", false)
    .returning("image_id")
    .executeTakeFirst();
  if (waiting) await beginEnhancement(transaction, parts, imageId, account);
}

/**
 * The frames that still wait, in order, and the images that they were registered as. All are locked until the
 * transaction ends.
 */
async function lockFrames(
  transaction: Queries,
  { frames, orderId }: NewSet,
): Promise<{ readonly frames: Frames; readonly heldIds: readonly string[] }> {
  const none = { frames: [], heldIds: [] };
  if (frames.length === 0) return none;
  if (!(await lockOrder(transaction, orderId))) return none;
  const registered = frames.flatMap(({ held_image_id }) => held_image_id ?? []);
  const images = registered.length === 0 ? [] : await lockImages(transaction, registered);
  const ids = frames.map(({ bracket_id }) => bracket_id);
  const brackets = await lockBrackets(transaction, ids, "place");
  const waiting = new Set(brackets.map(({ bracket_id }) => bracket_id));
  const living = new Set(images.map(({ image_id }) => image_id));
  const left = frames.filter(({ bracket_id }) => waiting.has(bracket_id));
  return {
    frames: left,
    heldIds: left.flatMap(({ held_image_id: id }) => (id !== null && living.has(id) ? id : [])),
  };
}

async function lockImages(transaction: Queries, imageIds: readonly string[]) {
  return transaction
    .selectFrom("images")
    .select("image_id")
    .where("image_id", "in", imageIds)
    .where("is_deleted", "=", false)
    .forUpdate()
    .execute();
}

/** The order's preferences override those of the frame; development mode of either is kept. */
async function mergePreferences(
  transaction: Queries,
  imageId: string,
  { preferences, devMode, groupingId }: NewSet,
): Promise<void> {
  const image = await transaction
    .selectFrom("images")
    .select(["preferences", "dev_mode"])
    .where("image_id", "=", imageId)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable("images")
    .set({
      preferences: JSON.stringify({ ...image.preferences, ...preferences }),
      dev_mode: image.dev_mode || devMode,
      grouping_id: groupingId,
    })
    .where("image_id", "=", imageId)
    .execute();
}

async function registerImage(transaction: Queries, name: string, set: NewSet): Promise<string> {
  const { orderId, account, preferences, devMode, groupingId } = set;
  const { accountId } = account;
  return insertImage(transaction, {
    orderId,
    accountId,
    name,
    contentType: null,
    preferences,
    devMode,
    groupingId,
  });
}
