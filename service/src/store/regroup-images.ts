import { sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { Account } from "../domain/account.ts";
import { type PlannedImage, planRegrouping } from "../domain/regrouping.ts";
import { HttpError, notFound } from "../errors/http-error.ts";
import type { Parts } from "../parts.ts";
import { lockBrackets } from "./bracket-store.ts";
import { recordEvent } from "./event-store.ts";
import { beginEnhancement } from "./image-states.ts";
import { findImage, type ImageRow, insertImage } from "./image-store.ts";
import { findOrder, lockOrder } from "./order-store.ts";

/** Uploaded frames of an order, each list of which becomes one image. */
export interface Regrouping {
  readonly orderId: string;
  readonly account: Account;
  readonly lists: readonly (readonly string[])[];
}

/** Why images have these frames, if a person decided it. */
const byHand = JSON.stringify(["you chose them"]);

/**
 * Makes images of other frames, and begins each that changed; images without frames are deleted. Throws 409 while the
 * order is grouped, or if frames were deleted or moved meanwhile. `queue.wake` follows for `enhance-image`,
 * `deliver-events` and `remove-files`.
 */
export async function regroupImages(transaction: Queries, { orderId, account, lists }: Regrouping, parts: Parts) {
  await lockGrouped(transaction, orderId);
  const listed = lists.flat();
  const movable = await lockBrackets(transaction, listed, "move");
  if (listed.length === 0 || movable.length !== new Set(listed).size || listed.length !== movable.length)
    throw changed();
  const frames = await framesOf(transaction, orderId, listed);
  if (listed.some((id) => !frames.some(({ bracketId }) => bracketId === id))) throw changed();
  const { images, removed } = planRegrouping(frames, lists);
  for (const image of images) {
    const source = frames.find(({ bracketId, imageId }) => imageId !== null && image.bracketIds.includes(bracketId));
    await place(transaction, { image, sourceId: source?.imageId ?? undefined, orderId, account }, parts);
  }
  for (const imageId of removed) await removeEmpty(transaction, imageId, parts);
}

/** The image that a frame belongs to gets it as its reference, or, with `isChosen` off, finds its own again. */
export interface ReferenceChoice {
  readonly orderId: string;
  readonly account: Account;
  readonly bracketId: string;
  readonly isChosen: boolean;
}

/**
 * Chooses the reference of an image, and begins it again if that changes. Throws 404 and 409 like
 * {@link regroupImages}; `queue.wake` follows for `enhance-image` and `deliver-events`.
 */
export async function chooseReference(
  transaction: Queries,
  { orderId, account, bracketId, isChosen }: ReferenceChoice,
  parts: Parts,
): Promise<void> {
  await lockGrouped(transaction, orderId);
  const frames = await framesOf(transaction, orderId, [bracketId]);
  const imageId = frames.find((frame) => frame.bracketId === bracketId)?.imageId;
  if (imageId == null) throw changed();
  const row = await transaction
    .updateTable("images")
    .set({ reference_id: isChosen ? bracketId : null, approved_at: null })
    .where("image_id", "=", imageId)
    .where(sql<boolean>`reference_id is distinct from ${isChosen ? bracketId : null}`)
    .returning("image_id")
    .executeTakeFirst();
  if (row) await beginEnhancement(transaction, parts, imageId, account);
}

/** Throws 404 for an unknown order, and 409 while it is grouped. */
async function lockGrouped(transaction: Queries, orderId: string): Promise<void> {
  if (!(await lockOrder(transaction, orderId))) throw notFound("order");
  const order = await findOrder(transaction, orderId);
  if (order?.is_merging)
    throw new HttpError(409, "The order is being grouped; change its pictures when that has ended.");
}

function changed(): HttpError {
  return new HttpError(409, "The frames were changed meanwhile; reload the page and try again.");
}

/** The listed frames, and the others of their images, by image and place. */
async function framesOf(transaction: Queries, orderId: string, listed: readonly string[]) {
  const rows = await transaction
    .selectFrom("brackets")
    .select(["bracket_id", "image_id"])
    .where("order_id", "=", orderId)
    .where("source", "is not", null)
    .where("is_deleted", "=", false)
    .where((row) =>
      row.or([
        row("bracket_id", "in", listed),
        row(
          "image_id",
          "in",
          row.selectFrom("brackets as own").select("own.image_id").where("own.bracket_id", "in", listed),
        ),
      ]),
    )
    .orderBy("image_id")
    .orderBy("position")
    .orderBy("created_at")
    .execute();
  return rows.map(({ bracket_id: bracketId, image_id: imageId }) => ({ bracketId, imageId }));
}

interface Placement {
  readonly image: PlannedImage;
  /** The image whose preferences and house a new one gets. */
  readonly sourceId: string | undefined;
  readonly orderId: string;
  readonly account: Account;
}

async function place(
  transaction: Queries,
  { image, sourceId, orderId, account }: Placement,
  parts: Parts,
): Promise<void> {
  const imageId = image.imageId ?? (await insertLike(transaction, sourceId, { orderId, account }, parts));
  for (const [position, bracketId] of image.bracketIds.entries()) {
    await transaction
      .updateTable("brackets")
      .set({ image_id: imageId, position })
      .where("bracket_id", "=", bracketId)
      .execute();
  }
  const first = await transaction
    .selectFrom("brackets")
    .select(["name", "metadata"])
    .where("bracket_id", "=", image.bracketIds[0])
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable("images")
    .set((row) => ({
      image_name: first.name,
      metadata: first.metadata && JSON.stringify(first.metadata),
      reasons: byHand,
      approved_at: null,
      // A frame that leaves the image is not its reference any more.
      reference_id: row.case().when("reference_id", "in", image.bracketIds).then(row.ref("reference_id")).end(),
    }))
    .where("image_id", "=", imageId)
    .execute();
  // Frames that a client registered as images are shown as the image that they are part of now.
  await transaction
    .updateTable("images")
    .set({ parent_image_id: imageId })
    .where("image_id", "<>", imageId)
    .where("parent_image_id", "is not", null)
    .where("image_id", "in", (row) =>
      row
        .selectFrom("brackets")
        .select("held_image_id")
        .where("bracket_id", "in", image.bracketIds)
        .where("held_image_id", "is not", null)
        .$castTo<{ held_image_id: string }>(),
    )
    .execute();
  await beginEnhancement(transaction, parts, imageId, account);
}

/** A new image with the preferences and the house of another one of the order. */
async function insertLike(
  transaction: Queries,
  sourceId: string | undefined,
  { orderId, account }: Pick<Placement, "orderId" | "account">,
  { queue }: Parts,
): Promise<string> {
  const source: ImageRow | undefined = sourceId === undefined ? undefined : await findImage(transaction, sourceId);
  const { accountId } = account;
  const imageId = await insertImage(transaction, {
    ...{ orderId, accountId, name: "picture", contentType: null },
    preferences: source?.preferences ?? {},
    devMode: source?.dev_mode ?? false,
  });
  if (source?.house) {
    await transaction
      .updateTable("images")
      .set({ house: JSON.stringify(source.house) })
      .where("image_id", "=", imageId)
      .execute();
  }
  await recordEvent(transaction, queue, accountId, { event: "image_registered", image_id: imageId, order_id: orderId });
  return imageId;
}

async function removeEmpty(transaction: Queries, imageId: string, { queue }: Parts): Promise<void> {
  const row = await transaction
    .updateTable("images")
    .set({ is_deleted: true })
    .where("image_id", "=", imageId)
    .returning("result")
    .executeTakeFirst();
  const keys = row?.result ? [row.result.full.key, row.result.preview.key] : [];
  if (keys.length > 0) await queue.send("remove-files", { keys }, transaction);
}
