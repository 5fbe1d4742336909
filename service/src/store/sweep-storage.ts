import type { Queries } from "../database/database.ts";
import type { Storage } from "../storage/storage.ts";

const pageRows = 1000;

/**
 * Removes what no row names, or a deleted one alone: a process that was killed between keeping a file and the
 * transaction that says so left it there. Only while nothing is being kept. Returns how many were removed.
 */
export async function sweepStorage(queries: Queries, storage: Storage): Promise<number> {
  const named = await namedKeys(queries);
  let removed = 0;
  for await (const key of storage.list()) {
    if (named.has(key)) continue;
    await storage.remove(key);
    removed++;
  }
  return removed;
}

/** Of everything that was kept and not deleted. */
async function namedKeys(queries: Queries): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (let last = ""; ; ) {
    const rows = await queries
      .selectFrom("brackets")
      .select(["bracket_id", "source"])
      .where("bracket_id", ">", last)
      .where("is_deleted", "=", false)
      .orderBy("bracket_id")
      .limit(pageRows)
      .execute();
    for (const { source } of rows) if (source) keys.add(source.key);
    if (rows.length < pageRows) break;
    last = rows[rows.length - 1].bracket_id;
  }
  for (let last = ""; ; ) {
    const rows = await queries
      .selectFrom("images")
      .select(["image_id", "result"])
      .where("image_id", ">", last)
      .where("is_deleted", "=", false)
      .orderBy("image_id")
      .limit(pageRows)
      .execute();
    for (const { result } of rows) if (result) keys.add(result.full.key).add(result.preview.key);
    if (rows.length < pageRows) break;
    last = rows[rows.length - 1].image_id;
  }
  return keys;
}
