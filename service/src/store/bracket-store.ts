import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { databaseTime } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import type { StoredSource, StoredSummary } from "../database/stored-values.ts";
import { type BracketChange, bracketStateAfter, bracketStateOf } from "../domain/statuses.ts";

export type BracketRow = NonNullable<Awaited<ReturnType<typeof findBracket>>>;

export async function findBracket(queries: Queries, bracketId: string) {
  return queries
    .selectFrom("brackets")
    .selectAll()
    .where("bracket_id", "=", bracketId)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

interface NewBracket {
  readonly bracketId?: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly name: string;
  /** The image whose only source this is; null if the bracket waits to be grouped. */
  readonly imageId: string | null;
  readonly heldImageId: string | null;
  readonly contentType: string | null;
  /** When its upload address expires; undefined for brackets that wait to be grouped. */
  readonly uploadUntil?: Date;
  /** The client's own; if absent, the file's metadata is read after the upload. */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

export async function insertBracket(transaction: Queries, bracket: NewBracket): Promise<BracketRow> {
  return transaction
    .insertInto("brackets")
    .values({
      bracket_id: bracket.bracketId ?? randomUUID(),
      order_id: bracket.orderId,
      account_id: bracket.accountId,
      image_id: bracket.imageId,
      held_image_id: bracket.heldImageId,
      position: bracket.imageId === null ? null : 0,
      name: bracket.name,
      content_type: bracket.contentType,
      upload_until: bracket.uploadUntil ?? null,
      metadata: bracket.metadata ? JSON.stringify(bracket.metadata) : null,
      created_at: databaseTime,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Brackets of the order that were uploaded and belong to no image yet. */
export async function findHeld(queries: Queries, orderId: string): Promise<BracketRow[]> {
  return queries
    .selectFrom("brackets")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("image_id", "is", null)
    .where("source", "is not", null)
    .where("is_deleted", "=", false)
    .orderBy("created_at")
    .orderBy("bracket_id")
    .execute();
}

/**
 * Stores the metadata of a bracket, and of the image whose first bracket it is. Call it within a transaction that has
 * locked the order.
 */
export async function keepMetadata(transaction: Queries, bracketId: string, facts: object): Promise<void> {
  const metadata = JSON.stringify(facts);
  const { image_id, position } = await transaction
    .updateTable("brackets")
    .set({ metadata })
    .where("bracket_id", "=", bracketId)
    .returning(["image_id", "position"])
    .executeTakeFirstOrThrow();
  if (image_id === null || position !== 0) return;
  await transaction.updateTable("images").set({ metadata }).where("image_id", "=", image_id).execute();
}

/** Whether the summary was assigned to the bracket; false if it has one already or was deleted. */
export async function keepSummary(transaction: Queries, bracketId: string, summary: StoredSummary): Promise<boolean> {
  const kept = await transaction
    .updateTable("brackets")
    .set({ summary: JSON.stringify(summary) })
    .where("bracket_id", "=", bracketId)
    .where("summary", "is", null)
    .where("is_deleted", "=", false)
    .returning("bracket_id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** Storage keys of summaries, by bracket, for brackets that were read; null if one has no summary. */
export async function findSummaries(queries: Queries, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("brackets")
    .select(["bracket_id", "summary"])
    .where("bracket_id", "in", ids)
    .where("summary", "is not", null)
    .where("is_deleted", "=", false)
    .execute();
  return new Map(rows.flatMap(({ bracket_id, summary }) => (summary ? [[bracket_id, summary.key]] : [])));
}

/** Storage keys of all files of a bracket. */
export function keysOfBracket({ source, summary }: Pick<BracketRow, "source" | "summary">): string[] {
  return [source?.key, summary?.key].filter((key) => typeof key === "string");
}

/** The brackets of an image, in their order, uploaded or not. */
export async function findBracketsOfImage(queries: Queries, imageId: string) {
  return queries
    .selectFrom("brackets")
    .select(["bracket_id", "name", "source"])
    .where("image_id", "=", imageId)
    .where("is_deleted", "=", false)
    .orderBy("position")
    .execute();
}

/** Every bracket of an order, in order of registration. */
export async function findBracketsOfOrder(queries: Queries, orderId: string): Promise<BracketRow[]> {
  return queries
    .selectFrom("brackets")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("is_deleted", "=", false)
    .orderBy("created_at")
    .orderBy("bracket_id")
    .execute();
}

/** The ids that belong to brackets of the order. */
export async function findListed(queries: Queries, orderId: string, ids: readonly string[]) {
  return queries
    .selectFrom("brackets")
    .select(["bracket_id", "image_id", "source"])
    .where("order_id", "=", orderId)
    .where("bracket_id", "in", ids)
    .where("is_deleted", "=", false)
    .execute();
}

/** The order's uploaded brackets that belong to an image, by image and place. */
export async function findPlaced(queries: Queries, orderId: string): Promise<BracketRow[]> {
  return queries
    .selectFrom("brackets")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("image_id", "is not", null)
    .where("source", "is not", null)
    .where("is_deleted", "=", false)
    .orderBy("image_id")
    .orderBy("position")
    .execute();
}

/** Whether the bytes were assigned to the bracket; only the first to arrive are. */
export async function keepSource(transaction: Queries, bracketId: string, source: StoredSource): Promise<boolean> {
  const [row] = await lockBrackets(transaction, [bracketId], "upload");
  if (!row) return false;
  await transaction
    .updateTable("brackets")
    .set({ source: JSON.stringify(source) })
    .where("bracket_id", "=", bracketId)
    .execute();
  return true;
}

/** Number of uploads of the account with unread metadata, up to 10,000: all beyond get the same turn. */
export async function countUninspected(queries: Queries, accountId: string): Promise<number> {
  const { count } = await queries
    .selectFrom((from) =>
      from
        .selectFrom("brackets")
        .select("bracket_id")
        .where("account_id", "=", accountId)
        .where("source", "is not", null)
        .where("metadata", "is", null)
        // A literal, so that the query uses the index with the same condition.
        .where("is_deleted", "=", sql.lit(false))
        .limit(10_000)
        .as("open"),
    )
    .select((row) => row.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The brackets whose state allows `change`, locked until the transaction ends. */
export async function lockBrackets(transaction: Queries, ids: readonly string[], change: BracketChange) {
  const rows = await transaction
    .selectFrom("brackets")
    .select(["bracket_id", "image_id", "source", "is_deleted"])
    .where("bracket_id", "in", ids)
    .forUpdate()
    .execute();
  return rows.filter((row) => bracketStateAfter(change, bracketStateOf(row)) !== undefined);
}

/** Whether the bracket's row references these bytes. */
export async function isKeptOf(queries: Queries, bracketId: string, key: string) {
  const row = await queries
    .selectFrom("brackets")
    .select(["source", "summary"])
    .where("bracket_id", "=", bracketId)
    // If the connection broke during a commit, this waits for its outcome.
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && keysOfBracket(row).includes(key);
}
