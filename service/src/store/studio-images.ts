import type { Queries } from "../database/database.ts";
import type { StoredSource } from "../database/stored-values.ts";
import type { ImageRow } from "./image-store.ts";

/** Ids of the order's images that have a picture, in order of registration. */
export async function findPictureIds(queries: Queries, orderId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom("images")
    .select("image_id")
    .where("order_id", "=", orderId)
    .where("is_deleted", "=", false)
    .where("parent_image_id", "is", null)
    .where("result", "is not", null)
    .orderBy("date_added")
    .orderBy("image_id")
    .execute();
  return rows.map(({ image_id }) => image_id);
}

/** The images before and after one in its order; undefined at the ends. */
export async function findNeighbours(
  queries: Queries,
  { order_id, image_id }: { readonly order_id: string; readonly image_id: string },
): Promise<{ readonly place: number; readonly total: number; readonly before?: string; readonly after?: string }> {
  const rows = await queries
    .selectFrom("images")
    .select("image_id")
    .where("order_id", "=", order_id)
    .where("is_deleted", "=", false)
    .where("parent_image_id", "is", null)
    .orderBy("date_added")
    .orderBy("image_id")
    .execute();
  const i = rows.findIndex((row) => row.image_id === image_id);
  const [before, after] = [rows[i - 1]?.image_id, rows[i + 1]?.image_id];
  return { place: i + 1, total: rows.length, ...(before ? { before } : {}), ...(after ? { after } : {}) };
}

export async function setApproval(queries: Queries, imageId: string, approvedAt: Date | null): Promise<void> {
  await queries.updateTable("images").set({ approved_at: approvedAt }).where("image_id", "=", imageId).execute();
}

/** A frame of an image, as pages show it. */
export interface StudioFrame {
  readonly bracketId: string;
  readonly name: string;
  readonly source: StoredSource | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The frames of images, in their order. */
export async function findFrames(queries: Queries, imageIds: readonly string[]): Promise<Map<string, StudioFrame[]>> {
  const byImage = new Map<string, StudioFrame[]>(imageIds.map((imageId) => [imageId, []]));
  if (imageIds.length === 0) return byImage;
  const rows = await queries
    .selectFrom("brackets")
    .select(["bracket_id", "image_id", "name", "source", "metadata"])
    .where("image_id", "in", imageIds)
    .where("is_deleted", "=", false)
    .orderBy("position")
    .orderBy("created_at")
    .execute();
  for (const { bracket_id: bracketId, image_id, name, source, metadata } of rows) {
    byImage.get(image_id ?? "")?.push({ bracketId, name, source, metadata });
  }
  return byImage;
}

/** The brackets that were chosen as references, by image. */
export async function findReferences(queries: Queries, imageIds: readonly string[]): Promise<Map<string, string>> {
  if (imageIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("images")
    .select(["image_id", "reference_id"])
    .where("image_id", "in", imageIds)
    .where("reference_id", "is not", null)
    .execute();
  return new Map(rows.map(({ image_id, reference_id }) => [image_id, reference_id ?? ""]));
}

/** The images of an order that are not frames of others, in order of registration. */
export async function findImages(queries: Queries, orderId: string): Promise<ImageRow[]> {
  return queries
    .selectFrom("images")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("is_deleted", "=", false)
    .where("parent_image_id", "is", null)
    .orderBy("date_added")
    .orderBy("image_id")
    .execute();
}
