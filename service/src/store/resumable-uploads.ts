import type { Queries } from "../database/database.ts";

/** A file as its browser describes it. */
export interface ResumableFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

/** A file of an order, and how much of it has arrived. */
export interface ResumableUpload extends ResumableFile {
  readonly bracketId: string;
  /** Bytes from the start that are stored. */
  readonly offset: number;
  readonly isComplete: boolean;
  /** Whether it is a frame of a picture. */
  readonly isPlaced: boolean;
}

/** An upload whose parts may still arrive. */
export interface OpenUpload extends ResumableUpload {
  readonly accountId: string;
  readonly orderId: string;
}

export async function insertUpload(
  queries: Queries,
  {
    bracketId,
    accountId,
    orderId,
    sizeBytes,
    modifiedMs,
    expiresAt,
  }: Omit<OpenUpload, "name" | "offset" | "isComplete" | "isPlaced"> & {
    readonly expiresAt: Date;
  },
): Promise<void> {
  await queries
    .insertInto("resumable_uploads")
    .values({
      bracket_id: bracketId,
      account_id: accountId,
      order_id: orderId,
      size_bytes: sizeBytes,
      modified_ms: modifiedMs,
      expires_at: expiresAt,
    })
    .execute();
}

/** The files of an order that came through the pages, in order of registration. */
export async function listUploads(queries: Queries, orderId: string): Promise<ResumableUpload[]> {
  const rows = await uploadsOf(queries)
    .where("resumable_uploads.order_id", "=", orderId)
    .orderBy("brackets.created_at")
    .orderBy("brackets.bracket_id")
    .execute();
  return rows.map(uploadOf);
}

export async function findUpload(queries: Queries, bracketId: string): Promise<OpenUpload | undefined> {
  const row = await uploadsOf(queries).where("resumable_uploads.bracket_id", "=", bracketId).executeTakeFirst();
  return row && uploadOf(row);
}

function uploadsOf(queries: Queries) {
  return queries
    .selectFrom("resumable_uploads")
    .innerJoin("brackets", "brackets.bracket_id", "resumable_uploads.bracket_id")
    .select((row) => [
      "resumable_uploads.bracket_id",
      "resumable_uploads.account_id",
      "resumable_uploads.order_id",
      "resumable_uploads.size_bytes",
      "resumable_uploads.modified_ms",
      "brackets.name",
      "brackets.source",
      "brackets.image_id",
      row
        .selectFrom("upload_parts")
        .select(({ fn }) => fn.sum<string>("upload_parts.size_bytes").as("stored"))
        .whereRef("upload_parts.bracket_id", "=", "resumable_uploads.bracket_id")
        .as("stored"),
    ])
    .where("brackets.is_deleted", "=", false);
}

function uploadOf(row: Awaited<ReturnType<ReturnType<typeof uploadsOf>["execute"]>>[number]): OpenUpload {
  const sizeBytes = Number(row.size_bytes);
  return {
    bracketId: row.bracket_id,
    accountId: row.account_id,
    orderId: row.order_id,
    name: row.name,
    sizeBytes,
    modifiedMs: Number(row.modified_ms),
    offset: row.source ? sizeBytes : Number(row.stored ?? 0),
    isComplete: row.source !== null,
    isPlaced: row.image_id !== null,
  };
}

/** A part in the storage. */
export interface UploadPart {
  readonly start: number;
  readonly sizeBytes: number;
  readonly key: string;
}

/**
 * Adds a part that begins where the stored ones end; false if another one was stored there meanwhile, or the file was
 * completed or deleted. Moves the expiry.
 */
export async function addPart(
  transaction: Queries,
  bracketId: string,
  { start, sizeBytes, key }: UploadPart,
  expiresAt: Date,
): Promise<boolean> {
  // Locked, since a part that is added while its file is deleted would never be removed.
  if (!(await lockIncomplete(transaction, bracketId))) return false;
  const upload = await transaction
    .updateTable("resumable_uploads")
    .set({ expires_at: expiresAt })
    .where("bracket_id", "=", bracketId)
    .returning(["account_id"])
    .executeTakeFirst();
  if (!upload) return false;
  const stored = (await listParts(transaction, bracketId)).reduce((sum, part) => sum + part.sizeBytes, 0);
  if (stored !== start) return false;
  await transaction
    .insertInto("upload_parts")
    .values({
      bracket_id: bracketId,
      account_id: upload.account_id,
      start_bytes: start,
      size_bytes: sizeBytes,
      storage_key: key,
    })
    .execute();
  return true;
}

/** Locks a file whose parts may arrive; false if it was completed or deleted. */
async function lockIncomplete(transaction: Queries, bracketId: string): Promise<boolean> {
  const bracket = await transaction
    .selectFrom("brackets")
    .select("bracket_id")
    .where("bracket_id", "=", bracketId)
    .where("source", "is", null)
    .where("is_deleted", "=", false)
    .forUpdate()
    .executeTakeFirst();
  return bracket !== undefined;
}

/** The stored parts, from the start of the file. */
export async function listParts(queries: Queries, bracketId: string): Promise<UploadPart[]> {
  const rows = await queries
    .selectFrom("upload_parts")
    .select(["start_bytes", "size_bytes", "storage_key"])
    .where("bracket_id", "=", bracketId)
    .orderBy("start_bytes")
    .execute();
  return rows.map((row) => ({
    start: Number(row.start_bytes),
    sizeBytes: Number(row.size_bytes),
    key: row.storage_key,
  }));
}

/** Forgets the parts of these brackets; the caller removes the returned storage keys. */
export async function dropParts(transaction: Queries, bracketIds: readonly string[]): Promise<string[]> {
  if (bracketIds.length === 0) return [];
  const rows = await transaction
    .deleteFrom("upload_parts")
    .where("bracket_id", "in", bracketIds)
    .returning("storage_key")
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

/**
 * Forgets a part and those after it, unless it was replaced meanwhile or the file was completed; the caller removes the
 * returned storage keys.
 */
export async function dropPartsFrom(
  transaction: Queries,
  bracketId: string,
  { start, key }: UploadPart,
): Promise<string[]> {
  if (!(await lockIncomplete(transaction, bracketId))) return [];
  const rows = await transaction
    .deleteFrom("upload_parts")
    .where("bracket_id", "=", bracketId)
    .where("start_bytes", ">=", start)
    .where((row) =>
      row.exists(row.selectFrom("upload_parts as own").select("own.storage_key").where("own.storage_key", "=", key)),
    )
    .returning("storage_key")
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

/** Up to `most` uploads that were not completed in time. */
export async function listExpired(queries: Queries, now: Date, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom("resumable_uploads")
    .innerJoin("brackets", "brackets.bracket_id", "resumable_uploads.bracket_id")
    .select("brackets.bracket_id")
    .where("resumable_uploads.expires_at", "<", now)
    .where("brackets.source", "is", null)
    .where("brackets.is_deleted", "=", false)
    .limit(most)
    .execute();
  return rows.map(({ bracket_id }) => bracket_id);
}
