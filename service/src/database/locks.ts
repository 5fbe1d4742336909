import { createHash } from "node:crypto";
import { mkdir, realpath, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** The folder is open in another process, or elsewhere in this one. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/**
 * Locks a folder for this process: two writers would corrupt the embedded database. The lock is a socket: the system
 * closes it however the process ends, so a lock is never stale. Throws `FolderInUse`.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = socketPath(await realpath(folder));
  const server = createServer((socket) => socket.destroy());
  server.unref();
  if (!(await listens())) {
    if (await answers(path)) throw new FolderInUse(`${folder} is in use by another process; stop the service first`);
    await rm(path, { force: true });
    if (!(await listens())) throw new FolderInUse(`${folder} was just locked by another process; stop it first`);
  }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };

  function listens(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "EADDRINUSE" ? resolve(false) : reject(error),
      );
      server.listen(path, () => {
        server.removeAllListeners("error");
        resolve(true);
      });
    });
  }
}

/** Next to the folder if the path is short enough for a socket: systems allow about a hundred bytes. */
function socketPath(folder: string): string {
  const name = `lightwell-${createHash("sha256").update(folder).digest("hex").slice(0, 24)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  const lockPath = `${folder}.lock`;
  return Buffer.byteLength(lockPath) <= 100 ? lockPath : join(tmpdir(), `${name}.lock`);
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}

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
