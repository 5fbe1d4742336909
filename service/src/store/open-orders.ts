import { sql } from "kysely";
import type { Queries } from "../database/database.ts";

/** Number of orders that are being grouped or have an image being made. */
export async function countOpenOrders(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select order_id from groupings union select order_id from images where status = 'processing'
    ) open`.execute(queries);
  return rows[0].count;
}
