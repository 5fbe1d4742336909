import { link, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "../../src/domain/account.ts";
import type { CallResults, EngineCall } from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import type { Parts } from "../../src/parts.ts";
import { storageKey } from "../../src/storage/storage.ts";
import { createAccount, findAccount } from "../../src/store/account-store.ts";
import { insertBracket } from "../../src/store/bracket-store.ts";
import { beginEnhancement } from "../../src/store/image-states.ts";
import { insertImage } from "../../src/store/image-store.ts";
import { ensureOrder, lockOrder } from "../../src/store/order-store.ts";
import { makeTestParts, type TestParts } from "../../test/support/test-parts.ts";

/** A finished picture of 24 megapixels and its preview, in bytes. */
const resultBytes = { full: 9_000_000, preview: 400_000 };

/** Delivers the same finished files for every image, at once or when `gate` opens. */
class StandInEngines extends EnginePool {
  readonly #full: string;
  readonly #preview: string;
  readonly #gate: () => Promise<void>;

  constructor(folder: string, gate: () => Promise<void>) {
    super(0, {});
    this.#full = join(folder, "full");
    this.#preview = join(folder, "preview");
    this.#gate = gate;
  }

  override async run<Call extends EngineCall>(call: Call): Promise<CallResults[Call["kind"]]> {
    if (call.kind !== "enhance") throw new Error(`no stand-in for ${call.kind}`);
    await this.#gate();
    await link(this.#full, call.output);
    await link(this.#preview, call.preview);
    const sizes = { full: { width: 6000, height: 4000 }, preview: { width: 1600, height: 1067 } };
    return { ...sizes, isThreesixty: false, warnings: [] } as unknown as CallResults[Call["kind"]];
  }
}

/** A service without HTTP and without real engines, on a separate database. */
export interface BenchParts {
  readonly parts: Parts;
  addAccount(email: string): Promise<Account>;
  /** Registers images whose uploads are there, and begins them, in one transaction; the id of the last. */
  beginImages(account: Account, orderId: string, count: number): Promise<string>;
  countOpen(): Promise<number>;
  close(): Promise<void>;
}

export async function openBenchParts(gate: () => Promise<void> = async () => {}): Promise<BenchParts> {
  const own: TestParts = await makeTestParts({ dailyEnhancements: 1_000_000_000, privateWebhooks: true });
  // In the data folder, since results are moved from there.
  const folder = await mkdtemp(join(own.config.dataDir, "results-")).catch(() => mkdtemp(join(tmpdir(), "results-")));
  for (const name of ["full", "preview"] as const) await writeFile(join(folder, name), Buffer.alloc(resultBytes[name]));
  const engines = new StandInEngines(folder, gate);
  const parts: Parts = { ...own, engines, renderers: engines };
  const { database, secrets, storage } = own;
  const key = storageKey("source");
  await writeFile(join(folder, "upload"), "upload");
  const { sizeBytes, sha256 } = await storage.adopt(key, join(folder, "upload"));
  return {
    parts,
    async addAccount(email) {
      const { accountId } = await createAccount(database, secrets, { email });
      const account = await findAccount(database.queries, accountId);
      if (!account) throw new Error("the account was not made");
      return account;
    },
    async beginImages(account, orderId, count) {
      const { accountId } = account;
      const now = new Date();
      return database.transact(async (transaction) => {
        await ensureOrder(transaction, accountId, { orderId });
        await lockOrder(transaction, orderId);
        const common = { orderId, accountId, name: "a.jpg", contentType: null, now };
        let imageId = "";
        for (let i = 0; i < count; i++) {
          imageId = await insertImage(transaction, { ...common, preferences: {}, devMode: false });
          const { bracket_id } = await insertBracket(transaction, { ...common, imageId, heldImageId: null });
          const source = JSON.stringify({ key, sizeBytes, sha256, format: "jpeg" });
          await transaction.updateTable("brackets").set({ source }).where("bracket_id", "=", bracket_id).execute();
          await beginEnhancement(transaction, parts, imageId, account);
        }
        return imageId;
      });
    },
    async countOpen() {
      const { count } = await database.queries
        .selectFrom("images")
        .select((row) => row.fn.countAll<string>().as("count"))
        .where("status", "=", "processing")
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async close() {
      await own.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
