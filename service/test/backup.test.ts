import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildService, prepareAccount, type ServiceProcess, startProcess } from "../bench/service-process.ts";
import { type DatabasePlace, openDatabase } from "../src/database/database.ts";
import { DiskStorage } from "../src/storage/disk-storage.ts";
import { findMissingFiles, sweepStorage } from "../src/store/sweep-storage.ts";
import { freePort } from "./support/free-port.ts";
import { findPostgres, startPostgres } from "./support/postgres-server.ts";
import { borrowSwift } from "./support/shared-swift.ts";
import { isSwiftInstalled } from "./support/swift-server.ts";
import type { Json } from "./support/test-service.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../bin/lightwell-service.js", import.meta.url));
const script = fileURLToPath(new URL("../deploy/backup-embedded.sh", import.meta.url));
const hasRsync = process.platform === "linux" && spawnSync("rsync", ["--version"]).status === 0;
const programs = await findPostgres();

let folder: string;
const started: ServiceProcess[] = [];
beforeAll(async () => {
  buildService();
  folder = await mkdtemp(join(tmpdir(), "lightwell-backup-"));
});
afterAll(async () => {
  for (const service of started) {
    service.signal("SIGKILL");
    await service.ended;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(flags: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const engine = ["--engine-processes", "1", "--engine-workers", "1"];
  const service = startProcess(["--port", "0", ...engine, ...flags], env);
  started.push(service);
  return { service, address: await service.listening };
}

/** A client of one service and account. */
function clientOf(address: string, key: string) {
  const ask = async (method: string, path: string, body?: object) => {
    const isBytes = body instanceof Uint8Array;
    const headers = { "x-api-key": key, ...(body && !isBytes ? { "content-type": "application/json" } : {}) };
    const answer = await fetch(new URL(path, address), {
      method,
      headers,
      ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    /** Registers and uploads a picture; its id. */
    async send(): Promise<string> {
      const registered = (await (
        await ask("POST", "/v3/images", { image_name: `${sent}.jpg`, enhance: false })
      ).json()) as Json;
      const background = { r: sent % 256, g: 90, b: 120 };
      sent += 7;
      const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .jpeg()
        .toBuffer();
      await ask("PUT", String(registered["upload_url"]), bytes);
      return String(registered["image_id"]);
    },
    async statuses(ids: readonly string[]): Promise<unknown[]> {
      return Promise.all(
        ids.map(async (id) => ((await (await ask("GET", `/v3/images/${id}`)).json()) as Json)["status"]),
      );
    },
    async download(id: string): Promise<string> {
      const answer = await ask("GET", `/v3/images/${id}/enhanced?preview=true`);
      return Buffer.from(await answer.arrayBuffer()).toString("base64");
    },
  };
}
let sent = 0;

type Client = ReturnType<typeof clientOf>;

async function waitFor(client: Client, ids: readonly string[], count: number): Promise<string[]> {
  for (const until = Date.now() + 200_000; Date.now() < until; await sleep(200)) {
    const statuses = await client.statuses(ids);
    const done = ids.filter((_, i) => statuses[i] === "processed");
    if (done.length >= count) return done;
  }
  throw new Error(`fewer than ${count} of ${ids.length} pictures were made`);
}

/** Pictures of which some are finished, and some are waiting or in work. */
async function fill(client: Client) {
  const ids: string[] = [];
  for (let i = 0; i < 4; i++) ids.push(await client.send());
  const done = await waitFor(client, ids, 2);
  const previews = new Map<string, string>();
  for (const id of done) previews.set(id, await client.download(id));
  for (let i = 0; i < 8; i++) ids.push(await client.send());
  return { ids, previews };
}

/** A restored service makes what waited, and has what was finished. */
async function expectAll(client: Client, { ids, previews }: Awaited<ReturnType<typeof fill>>) {
  await waitFor(client, ids, ids.length);
  for (const [id, preview] of previews) expect(await client.download(id)).toBe(preview);
  for (const id of ids) expect((await client.download(id)).length).toBeGreaterThan(100);
}

async function countWaiting(place: DatabasePlace): Promise<number> {
  const database = await openDatabase(place);
  const rows = await database.queries
    .selectFrom("images")
    .select("status")
    .where("status", "=", "processing")
    .execute();
  await database.close();
  return rows.length;
}

async function call(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  return stdout;
}

test.skipIf(!hasRsync)(
  "a service with the embedded database is backed up while jobs run, and restored whole",
  async () => {
    const [dataDir, backup] = [join(folder, "embedded"), join(folder, "embedded-backup")];
    const key = await prepareAccount({ folder: join(dataDir, "database") }, dataDir, null);
    const original = await start(["--data-dir", dataDir]);
    const orders = await fill(clientOf(original.address, key));
    await run(script, [dataDir, backup, String(original.service.pid)]);
    // It continues: later pictures are in no backup.
    await clientOf(original.address, key).send();
    original.service.signal("SIGKILL");
    await original.service.ended;

    const place = { folder: join(backup, "database") };
    expect(await countWaiting(place)).toBeGreaterThan(0);
    expect(await call(["check-files", "--data-dir", backup])).toMatch(/^Files referenced: \d+\nFiles missing: 0\n$/);
    const restored = await start(["--data-dir", backup]);
    await expectAll(clientOf(restored.address, key), orders);
    restored.service.signal("SIGTERM");
    await restored.service.ended;

    const database = await openDatabase(place);
    const storage = await DiskStorage.open(join(backup, "storage"));
    for (let i = 0; i < 2; i++) await sweepStorage(database.queries, storage, { graceMs: 0 });
    const { referenced, missing } = await findMissingFiles(database.queries, storage);
    expect([referenced, missing]).toEqual([orders.ids.length * 3, []]);
    await storage.remove(await anyKey(storage));
    await database.close();
    await expect(call(["check-files", "--data-dir", backup])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Files missing: 1\n(image|bracket) \S+ (full|preview|upload): /),
    });
  },
  600_000,
);

async function anyKey(storage: DiskStorage): Promise<string> {
  for await (const key of storage.list()) return key;
  throw new Error("nothing is stored");
}

test.skipIf(programs === undefined)(
  "PostgreSQL and files are backed up while jobs run, and restored into an empty database and store",
  async () => {
    const postgres = await startPostgres(programs ?? "", await freePort());
    const swift = isSwiftInstalled() ? await borrowSwift() : undefined;
    try {
      const env = swift && {
        AWS_ACCESS_KEY_ID: swift.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: swift.credentials.secretAccessKey,
      };
      const [dataDir, backup, newDir] = ["live", "live-backup", "restored"].map((name) => join(folder, name));
      const storeFlags = (prefix: string) =>
        swift
          ? [
              "--storage",
              `s3://${swift.bucket}/${prefix}`,
              "--storage-endpoint",
              swift.endpoint,
              "--storage-path-style",
            ]
          : [];
      await mkdir(dataDir);
      const key = await prepareAccount({ url: postgres.url, folder: "" }, dataDir, null);
      const flags = ["--data-dir", dataDir, "--database-url", postgres.url, ...storeFlags("live")];
      const original = await start(flags, env);
      const orders = await fill(clientOf(original.address, key));

      const copyFlags = ["copy-files", join(backup, "storage"), ...flags];
      await call(copyFlags, env);
      for (let i = 0; i < 6; i++) orders.ids.push(await clientOf(original.address, key).send());
      await run(join(programs ?? "", "pg_dump"), [
        "-Fc",
        "--exclude-table-data=unreferenced_files",
        "-f",
        join(backup, "state"),
        postgres.url,
      ]);
      await call(copyFlags, env);
      original.service.signal("SIGKILL");
      await original.service.ended;

      const url = new URL(postgres.url);
      url.pathname = "/restored";
      await run(join(programs ?? "", "createdb"), ["--maintenance-db", postgres.url, "restored"]);
      await run(join(programs ?? "", "pg_restore"), ["-d", url.href, join(backup, "state")]);
      expect(await countWaiting({ url: url.href, folder: "" })).toBeGreaterThan(0);
      await mkdir(newDir);
      await run("cp", [join(dataDir, "master.key"), newDir]);
      const newFlags = ["--data-dir", newDir, "--database-url", url.href, ...storeFlags("restored")];
      const target = swift ? `s3://${swift.bucket}/restored` : join(newDir, "storage");
      const source = ["--data-dir", backup, ...storeFlags("").slice(2)];
      await call(["copy-files", target, ...source], env);
      expect(await call(["check-files", ...newFlags], env)).toMatch(/^Files referenced: \d+\nFiles missing: 0\n$/);
      const restored = await start(newFlags, env);
      await expectAll(clientOf(restored.address, key), orders);
      restored.service.signal("SIGTERM");
      await restored.service.ended;
      expect(await call(["check-files", ...newFlags], env)).toBe(
        `Files referenced: ${orders.ids.length * 3}\nFiles missing: 0\n`,
      );
    } finally {
      for (const service of started) service.signal("SIGKILL");
      await swift?.close();
      await postgres.close();
    }
  },
  600_000,
);
