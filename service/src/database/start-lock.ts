import pg from "pg";

/**
 * An arbitrary number: advisory locks belong to one database. Versions that needed a database to themselves held the
 * same lock while they ran, so two versions never run on it at the same time.
 */
const lockNumber = 7_419_230_655;
/** How long a start waits for others, in ms: each takes about a second, and many may start together. */
const waitMs = 120_000;

/** PostgreSQL's lock_not_available. */
const notAvailable = "55P03";

/**
 * Runs `work` while no other process runs its own on the same database: whatever a start creates is created once. The
 * lock belongs to a connection, so the server releases it when the process dies. Throws `DatabaseInUse` after 120 s.
 */
export async function withStartLock<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: "lightwell-service start", keepAlive: true });
  // A broken connection fails its pending query; without a listener its error would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${waitMs}`);
    await client.query("select pg_advisory_lock($1)", [lockNumber]);
    return await work();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== notAvailable) throw error;
    throw new DatabaseInUse(
      "the database is in use by a service of an earlier version; stop that one, or give another --database-url",
    );
  } finally {
    await client.end().catch(() => {});
  }
}

export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
}
