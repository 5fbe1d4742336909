import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { type Answer, type Asked, openingId, type Rows, type SentError } from "./pglite-messages.ts";
import { PGliteStatements } from "./pglite-statements.ts";

/** Entry of a thread: an embedded database behind messages, one at a time. */
const { folder } = workerData as { readonly folder: string };
const none: Rows = { rows: [], affectedRows: 0 };
/**
 * Pages of tables that the database keeps, besides the system's own cache of its files. PostgreSQL's default of 128 MB
 * doubles the time to open the database and takes 90 MB more, however small it is. In a table of 95 MB, rows are found
 * and changed as fast with either; reading all of it takes a fifth longer.
 */
const sharedBuffers = "32MB";
const startParams = [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`];
const opening = PGlite.create(folder, { startParams }).then((pglite) => ({
  pglite,
  statements: new PGliteStatements(pglite),
}));
let last = answer(openingId, async () => {
  await opening;
  return none;
});

parentPort?.on("message", (asked: Asked) => {
  last = last.then(() => answer(asked.id, () => perform(asked)));
});

async function perform(asked: Asked): Promise<Rows> {
  const { pglite, statements } = await opening;
  if ("isEnd" in asked) {
    await pglite.close();
    return none;
  }
  const { sql, parameters } = asked;
  const results =
    parameters.length > 0 ? [await statements.query<Record<string, unknown>>(sql, parameters)] : await pglite.exec(sql);
  return {
    rows: results.flatMap((result) => (result?.rows ?? []) as Record<string, unknown>[]),
    affectedRows: results.at(-1)?.affectedRows ?? 0,
  };
}

/** Sends what `act` returns or throws; never throws. */
async function answer(id: number, act: () => Promise<Rows>): Promise<void> {
  const content = await act().catch((error: unknown) => ({ error: sent(error) }));
  parentPort?.postMessage({ id, ...content } satisfies Answer);
}

function sent(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), facts: {} };
  const facts = Object.entries(error).filter(([, value]) => typeof value === "string" || typeof value === "number");
  return { message: error.message, facts: Object.fromEntries(facts) };
}
