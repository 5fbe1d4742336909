import { randomUUID } from "node:crypto";
import type { Queries } from "../database/database.ts";

export type BracketRow = NonNullable<Awaited<ReturnType<typeof findBracket>>>;

export async function findBracket(queries: Queries, bracketId: string) {
  return queries
    .selectFrom("brackets")
    .selectAll()
    .where("bracket_id", "=", bracketId)
    .where("is_deleted", "=", false)
    .executeTakeFirst();
}

export interface NewBracket {
  readonly orderId: string;
  readonly accountId: string;
  readonly name: string;
  /** The image that this is the only source of; null where the bracket waits to be grouped. */
  readonly imageId: string | null;
  readonly heldImageId: string | null;
  readonly contentType: string | null;
  /** The client's own; where it is left out, the file's is read after the upload. */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly now: Date;
}

export async function insertBracket(transaction: Queries, bracket: NewBracket): Promise<BracketRow> {
  return transaction
    .insertInto("brackets")
    .values({
      bracket_id: randomUUID(),
      order_id: bracket.orderId,
      account_id: bracket.accountId,
      image_id: bracket.imageId,
      held_image_id: bracket.heldImageId,
      position: bracket.imageId === null ? null : 0,
      name: bracket.name,
      content_type: bracket.contentType,
      metadata: bracket.metadata ? JSON.stringify(bracket.metadata) : null,
      created_at: bracket.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
