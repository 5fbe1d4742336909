import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { hashPassword } from "../../src/accounts/passwords.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import type { Parts } from "../../src/parts.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";
import { DiskStorage } from "../../src/storage/disk-storage.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { loadSecrets } from "../../src/store/load-secrets.ts";
import { borrowDatabase } from "./test-database.ts";

export interface TestParts extends Parts {
  readonly accountId: string;
  close(): Promise<void>;
}

/**
 * The parts with one account, over a database of their own. Jobs are stored, and not done unless the test has them
 * done.
 */
export async function makeTestParts(settings: Partial<Config> = {}): Promise<TestParts> {
  const dataDir = await mkdtemp(join(tmpdir(), "lightwell-parts-"));
  const defaults = readConfig([], {});
  if (!defaults) throw new Error("no configuration");
  const config = { ...defaults, dataDir, ...settings };
  const { database, release } = await borrowDatabase();
  const queue = new JobQueue(database, (error) => {
    throw error;
  });
  await queue.start();
  const secrets = await loadSecrets(database.queries, dataDir);
  const { accountId } = await createAccount(database, secrets, {
    email: "one@example.org",
  });
  const engines = new EnginePool(1, {});
  return {
    config,
    database,
    queue,
    secrets,
    storage: await DiskStorage.open(join(dataDir, "storage")),
    engines,
    renderers: engines,
    previewers: engines,
    log: pino({ level: "silent" }),
    publicUrl: () => "http://127.0.0.1:8080",
    accountId,
    async close() {
      await queue.stop(1000);
      await engines.close();
      await release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** For every member of the account, at costs that a test can pay many times. */
export async function givePassword({ database }: Parts, accountId: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password, { N: 1024, r: 8, p: 1 });
  await database.queries.updateTable("members").set({ password_hash }).where("account_id", "=", accountId).execute();
}
