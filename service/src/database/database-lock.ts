import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Any number that is ours: advisory locks are of one database. */
const lockNumber = 7_419_230_655;
const waitMs = 15_000;
const pauseMs = 250;

/**
 * Held as long as its connection lives: pictures lie on this machine's disk, and jobs marked as running are begun again
 * at a start, so that a database serves one service. The server gives the lock back as soon as a killed process'
 * connection breaks.
 */
export class DatabaseLock {
  readonly #url: string;
  #client: pg.Client | undefined;
  #isReleased = false;

  private constructor(url: string) {
    this.#url = url;
  }

  /** Throws where another service holds the lock for longer than a killed one's can last. */
  static async take(url: string): Promise<DatabaseLock> {
    const lock = new DatabaseLock(url);
    await lock.#take();
    return lock;
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.#client?.end();
  }

  async #take(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "lightwell-service",
      keepAlive: true,
    });
    client.on("error", () => {});
    await client.connect();
    for (const until = Date.now() + waitMs; ; await sleep(pauseMs)) {
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lockNumber]);
      if (rows[0].taken) break;
      if (Date.now() < until) continue;
      await client.end();
      throw new DatabaseInUse(
        "the database is in use by another service; stop that one, or give another --database-url",
      );
    }
    this.#client = client;
    client.once("end", () => void this.#regain());
    if (this.#isReleased) await client.end();
  }

  /** After a server's restart. Where another service has taken the database meanwhile, the rejection ends this one. */
  async #regain(): Promise<void> {
    while (!this.#isReleased) {
      try {
        return await this.#take();
      } catch (error) {
        if (error instanceof DatabaseInUse) throw error;
        await sleep(pauseMs);
      }
    }
  }
}

export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
}
