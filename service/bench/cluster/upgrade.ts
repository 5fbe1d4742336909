import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { DiskStorage } from "../../src/storage/disk-storage.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { startReceiver } from "../../test/support/receiver.ts";
import { makeTestDatabase } from "../../test/support/test-database.ts";
import { audit } from "../kills/audit.ts";
import type { OrderRecord } from "../kills/orders.ts";
import { PatientClient } from "../kills/patient-client.ts";
import { programFile, type ServiceProcess, startProcess } from "../service-process.ts";
import { settle } from "./settle.ts";
import { waitUntilMade } from "./wait-until-made.ts";

const run = promisify(execFile);
const left = fileURLToPath(new URL("previous-version/", import.meta.url));
/** The orders that the previous version left, and the images that each of them must have in the end. */
const orders = [
  { orderId: "10000000-0000-4000-8000-000000000001", images: 5 },
  { orderId: "10000000-0000-4000-8000-000000000002", images: 2 },
];

/**
 * Starts an API and two workers at the same time on what the previous version left, with jobs that waited, ran and were
 * parked; returns every promise that was broken. `home`: for their files.
 */
export async function checkUpgrade(postgres: PostgresServer, home: string, signal: AbortSignal): Promise<string[]> {
  const dataDir = join(home, "upgraded");
  await cp(join(left, "storage"), join(dataDir, "storage"), { recursive: true });
  await cp(join(left, "master.key"), join(dataDir, "master.key"));
  const receiver = await startReceiver();
  const place = await makeTestDatabase("", postgres.url);
  await loadDump(place.databaseUrl ?? "", receiver.url);
  const databaseFlags = ["--database-url", place.databaseUrl ?? ""];
  const flags = [
    ...["--data-dir", dataDir, "--port", "0", "--public-url", "http://127.0.0.1", ...databaseFlags],
    ...["--private-webhooks", "--log-level", "fatal", "--engine-processes", "1", "--engine-workers", "1"],
  ];
  const processes = ["api", "worker", "worker"].map((role) => startProcess([role, ...flags]));
  try {
    const [origin] = await Promise.all(processes.map(({ listening }) => listening));
    await run(process.execPath, [programFile, "retry-parked", ...databaseFlags]);
    const key = (await readFile(join(left, "api-key.txt"), "utf8")).trim();
    const client = new PatientClient(origin, key, signal);
    const database = await openDatabase(place);
    const records = await Promise.all(orders.map((order) => finish(client, order, database)));
    await settle(database);
    await database.close();
    const problems = await stop(processes);
    const storage = await DiskStorage.open(join(dataDir, "storage"));
    return [...problems, ...(await audit(place, storage, records, receiver.received))].map(
      (problem) => `after the upgrade: ${problem}`,
    );
  } finally {
    for (const one of processes) one.signal("SIGKILL");
    await Promise.all(processes.map(({ ended }) => ended));
    await receiver.close();
    await place.drop();
  }
}

/** With its times as if it had been left just now, and a receiver that answers. */
async function loadDump(databaseUrl: string, webhookUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(await readFile(join(left, "database.sql"), "utf8"));
  await client.query("update public.accounts set webhook_url = $1", [webhookUrl]);
  await client.query("update public.events set next_attempt_at = now()");
  const { rowCount: parked } = await client.query(
    "update pgboss.job set start_after = now() + interval '1 hour' where name = 'enhance-image' and state = 'created' and start_after - created_on > interval '30 minutes'",
  );
  const { rows: states } = await client.query(
    "select distinct state::text from pgboss.job where name = 'enhance-image'",
  );
  await client.end();
  const has = (state: string) => states.some((row) => row.state === state);
  if (parked !== 1 || !has("active") || !has("created")) throw new Error("the dump has not the jobs that it should");
}

async function finish(
  client: PatientClient,
  order: (typeof orders)[number],
  { queries }: Database,
): Promise<OrderRecord> {
  const images = await waitUntilMade(client, order.orderId, order.images);
  const imageIds = images.map(({ image_id: id }) => String(id));
  const bought = new Map<string, string>();
  for (const id of imageIds) {
    const bytes = await client.download(`/v3/images/${id}/enhanced?preview=false`);
    bought.set(id, createHash("sha256").update(bytes).digest("hex"));
  }
  // The previous version's previews of small pictures are too large for this one, which makes others of them.
  const rows = await queries
    .selectFrom("images")
    .select(["image_id", "result"])
    .where("image_id", "in", imageIds)
    .execute();
  const previews = new Map(rows.map(({ image_id, result }) => [image_id, result?.preview.sha256 ?? ""]));
  return { orderId: order.orderId, imageIds, bracketIds: [], previews, bought, uploads: new Map(), wrong: [] };
}

async function stop(processes: readonly ServiceProcess[]): Promise<string[]> {
  for (const one of processes) one.signal("SIGTERM");
  const ends = await Promise.all(processes.map(({ ended }) => ended));
  return ends.filter((how) => how !== "exit 0").map((how) => `SIGTERM ended a process with ${how}`);
}
