import { randomUUID } from "node:crypto";
import { databaseTime } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import type { ImageResult } from "../database/stored-values.ts";
import type { Preferences } from "../domain/preferences.ts";
import { invalid } from "../errors/http-error.ts";

export type ImageRow = NonNullable<Awaited<ReturnType<typeof findImage>>>;

export async function findImage(queries: Queries, imageId: string) {
  return queries
    .selectFrom("images")
    .selectAll()
    .where("image_id", "=", imageId)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

export interface Attempt {
  readonly imageId: string;
  /** Number of the enhancement; results of earlier ones are dropped. */
  readonly attempt: number;
}

/** The image, if it waits for this attempt. */
export async function findAttempt(queries: Queries, { imageId, attempt }: Attempt): Promise<ImageRow | undefined> {
  return queries
    .selectFrom("images")
    .selectAll()
    .where("image_id", "=", imageId)
    .where("attempt", "=", attempt)
    .where("status", "=", "processing")
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

/** The images that a grouping created and that have not begun, in order of registration. */
export async function findGrouped(queries: Queries, groupingId: string) {
  return queries
    .selectFrom("images")
    .select(["image_id", "preferences"])
    .where("grouping_id", "=", groupingId)
    .where("status", "=", "registered")
    .where("is_deleted", "=", false)
    .orderBy("date_added")
    .orderBy("image_id")
    .execute();
}

/** Replaces the client's preferences. */
export async function setPreferences(
  transaction: Queries,
  imageId: string,
  { preferences, devMode }: { readonly preferences: Preferences; readonly devMode: boolean },
): Promise<void> {
  await transaction
    .updateTable("images")
    .set({ preferences: JSON.stringify(preferences), dev_mode: devMode })
    .where("image_id", "=", imageId)
    .execute();
}

/** Whether the image's row references the pictures of `result`. */
export async function isResultOf(queries: Queries, imageId: string, result: ImageResult): Promise<boolean> {
  const row = await queries
    .selectFrom("images")
    .select("result")
    .where("image_id", "=", imageId)
    // If the connection broke during a commit, this waits for its outcome.
    .forUpdate()
    .executeTakeFirst();
  return row?.result?.full.key === result.full.key;
}

/** The image that a frame was merged into; any other image is returned itself. */
export async function findMerged(queries: Queries, image: ImageRow): Promise<ImageRow> {
  if (image.parent_image_id === null) return image;
  const merged = await findImage(queries, image.parent_image_id);
  const reason = "input: the image that this frame was merged into was deleted";
  return merged ?? { ...image, status: "error", status_reason: reason };
}

interface NewImage {
  readonly imageId?: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly name: string;
  readonly contentType: string | null;
  readonly preferences: Preferences;
  readonly devMode: boolean;
  /** The grouping that creates it; undefined if a client registers it. */
  readonly groupingId?: string;
}

/** Throws 422 if the id is taken. */
export async function insertImage(transaction: Queries, image: NewImage): Promise<string> {
  const imageId = image.imageId ?? randomUUID();
  const inserted = await transaction
    .insertInto("images")
    .values({
      image_id: imageId,
      order_id: image.orderId,
      account_id: image.accountId,
      image_name: image.name,
      status: "registered",
      content_type: image.contentType,
      preferences: JSON.stringify(image.preferences),
      dev_mode: image.devMode,
      grouping_id: image.groupingId ?? null,
      date_added: databaseTime,
    })
    .onConflict((conflict) => conflict.column("image_id").doNothing())
    .returning("image_id")
    .executeTakeFirst();
  if (!inserted) throw invalid({ image_id: ["This image_id cannot be used; choose another."] });
  return imageId;
}

interface NewReport {
  readonly imageId: string;
  readonly accountId: string;
  readonly categories: readonly string[];
  readonly comment: string | null;
  /** 0 to 5. */
  readonly score: number | null;
  readonly source: string;
}

/** Stores a client's report about a result. */
export async function insertReport(queries: Queries, report: NewReport): Promise<void> {
  const { score } = report;
  await queries
    .insertInto("reports")
    .values({
      report_id: randomUUID(),
      image_id: report.imageId,
      account_id: report.accountId,
      categories: JSON.stringify(report.categories),
      comment: report.comment,
      // JSON may have smaller numbers than single precision can store.
      score: score === null ? null : Math.round(score * 100) / 100,
      source: report.source,
      created_at: new Date(),
    })
    .execute();
}
