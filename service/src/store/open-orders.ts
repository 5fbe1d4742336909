import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

/** Orders that are being grouped, or of which an image is being made. */
export async function countOpenOrders(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select order_id from groupings union select order_id from images where status = 'processing'
    ) open`.execute(queries);
  return rows[0].count;
}
