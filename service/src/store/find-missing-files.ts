import { type RawBuilder, sql } from "kysely";
import type { Queries } from "../database/database.ts";
import type { Storage } from "../storage/storage.ts";

/** A file that a row references but the storage lacks. */
export interface MissingFile {
  /** `image` or `bracket`, its id, and the role of the file: `image 1f0c… full`. */
  readonly owner: string;
  readonly key: string;
}

/** Rows read by one statement. */
const pageRows = 1000;

/**
 * Compares all undeleted rows with all files. Returns the number of referenced files, and the missing ones. Keeps the
 * keys of all files in memory, about 100 bytes each.
 */
export async function findMissingFiles(
  queries: Queries,
  storage: Storage,
): Promise<{ readonly referenced: number; readonly missing: readonly MissingFile[] }> {
  const kept = new Set<string>();
  for await (const key of storage.list()) kept.add(key);
  let referenced = 0;
  const missing: MissingFile[] = [];
  for await (const file of listReferenced(queries)) {
    referenced++;
    if (!kept.has(file.key)) missing.push(file);
  }
  return { referenced, missing };
}

async function* listReferenced(queries: Queries): AsyncGenerator<MissingFile> {
  const source = sql<string | null>`source->>'key'`;
  const summary = sql<string | null>`summary->>'key'`;
  yield* listFiles(queries, "brackets", "bracket_id", "bracket", { upload: source, summary });
  const full = sql<string | null>`result->'full'->>'key'`;
  const preview = sql<string | null>`result->'preview'->>'key'`;
  yield* listFiles(queries, "images", "image_id", "image", { full, preview });
}

async function* listFiles(
  queries: Queries,
  table: "brackets" | "images",
  idColumn: string,
  owner: string,
  files: Readonly<Record<string, RawBuilder<string | null>>>,
): AsyncGenerator<MissingFile> {
  const id = sql.ref<string>(idColumn);
  for (let after = ""; ; ) {
    const keys = sql<(string | null)[]>`array[${sql.join(Object.values(files))}]`;
    const { rows } = await sql<{ id: string; keys: (string | null)[] }>`
      select ${id} as id, ${keys} as keys from ${sql.table(table)}
      where ${id} > ${after} and not is_deleted order by ${id} limit ${pageRows}`.execute(queries);
    for (const row of rows) {
      for (const [i, name] of Object.keys(files).entries()) {
        const key = row.keys[i];
        if (key !== null) yield { owner: `${owner} ${row.id} ${name}`, key };
      }
    }
    if (rows.length < pageRows) return;
    after = rows[rows.length - 1].id;
  }
}
