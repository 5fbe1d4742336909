import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import sharp from "sharp";
import { freePort } from "../../test/support/free-port.ts";
import { findPostgres, startPostgres } from "../../test/support/postgres-server.ts";
import { PatientClient } from "../kills/patient-client.ts";
import { largePicture } from "../large-picture.ts";
import { cpuSecondsOf, cpuSecondsOfTree } from "../service-process.ts";
import { saveDemands } from "./demands.ts";

const images = 12;
const frames = 5;
const megapixels = 24;
/** A bracket of steps of one stop, about the middle frame; as factors of the 8-bit values with a gamma of 2.2. */
const brightness = [-2, -1, 0, 1, 2].map((stops) => 2 ** (stops / 2.2));
const pollMs = 500;
/** A connection of PostgreSQL that is idle reports what it did after 10 s; in ms. */
const reportMs = 12_000;
/** How long the service is watched while it has nothing to do, in ms: what the queue does least often, once. */
const idleMs = 60_000;

/**
 * Sends brackets through a service on a separate PostgreSQL and counts what they cost: processor time of the engine,
 * of the service and of PostgreSQL, transactions, log and rows. Saves it per image. What the service does in the same
 * time without any work is subtracted, so that a busy machine, on which all takes longer, does not raise the counts.
 */
export async function measureDemands(): Promise<void> {
  const programs = await findPostgres();
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const postgres = await startPostgres(programs, await freePort());
  // Read when the module below is imported.
  process.env["LIGHTWELL_TEST_DATABASE_URL"] = postgres.url;
  const { startBenchService } = await import("../bench-service.ts");
  const service = await startBenchService(["--public-url", "http://127.0.0.1"]);
  const watcher = new pg.Client({ connectionString: service.databaseUrl });
  await watcher.connect();
  try {
    // The log repeats whole pages after each checkpoint, and checkpoints come by time.
    await watcher.query("alter system set full_page_writes = off");
    await watcher.query("select pg_reload_conf()");
    const files = await Promise.all(brightness.map((factor, i) => brighten(factor, i)));
    const client = new PatientClient(service.address, service.key, new AbortController().signal);
    await sendOrder(client, watcher, files, 1);
    const server = await processOfServer(watcher);
    const read = async () => ({
      ms: performance.now(),
      service: cpuSecondsOf(service.process.pid),
      engine: cpuSecondsOfTree(service.process.pid) - cpuSecondsOf(service.process.pid),
      database: cpuSecondsOfTree(server) + reapedSecondsOf(server),
      ...(await readCounters(watcher)),
    });
    const bytesBefore = await readCompactBytes(watcher);
    await sleep(reportMs);
    const idle = await read();
    await sleep(idleMs);
    const before = await read();
    const polls = await sendOrder(client, watcher, files, images);
    await sleep(reportMs);
    const after = await read();
    const rowBytes = (await readCompactBytes(watcher)) - bytesBefore;
    const idleTimes = (after.ms - before.ms) / (before.ms - idle.ms);
    const perImage = (name: "service" | "engine" | "database" | "commits" | "walBytes") => {
      const watched = name === "commits" ? polls : 0;
      const spent = after[name] - before[name] - (before[name] - idle[name]) * idleTimes - watched;
      return Number((spent / images).toPrecision(3));
    };
    const demands = {
      measured: new Date().toISOString().slice(0, 10),
      machine: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} processors`,
      frames,
      engineCpuSeconds: perImage("engine"),
      serviceCpuSeconds: perImage("service"),
      databaseCpuSeconds: perImage("database"),
      commits: perImage("commits"),
      walBytes: perImage("walBytes"),
      rowBytes: Number((rowBytes / images).toPrecision(3)),
    };
    console.log(demands);
    saveDemands(demands);
  } finally {
    await watcher.end();
    await service.close();
    await postgres.close();
  }
}

/**
 * Registers, uploads, groups and downloads as clients do. Waits by asking PostgreSQL, since the polls of a client would
 * count by the time that they take; how often it asked.
 */
async function sendOrder(
  client: PatientClient,
  watcher: pg.Client,
  files: readonly Buffer[],
  count: number,
): Promise<number> {
  const orderId = crypto.randomUUID();
  await client.ask("POST", "/v3/orders", { order_id: orderId });
  for (let i = 0; i < count * frames; i++) {
    const bracket = await client.ask("POST", "/v3/brackets", { order_id: orderId, bracket_name: `frame-${i}.jpg` });
    const address = new URL(String(bracket["upload_url"]));
    await client.ask("PUT", address.pathname + address.search, withNumber(files[i % frames], i));
  }
  await client.ask("POST", `/v3/orders/${orderId}/process`, { number_of_brackets_per_image: frames });
  let polls = 1;
  while (!(await isOver(watcher, orderId, count))) {
    polls++;
    await sleep(pollMs);
  }
  const order = await client.ask("GET", `/v3/orders/${orderId}`);
  const made = order["images"] as readonly { readonly image_id: string; readonly status: string }[];
  if (made.some(({ status }) => status !== "processed")) throw new Error(`images failed: ${JSON.stringify(order)}`);
  for (const { image_id: id } of made) {
    for (const query of ["preview=true", "preview=false"]) await client.download(`/v3/images/${id}/enhanced?${query}`);
  }
  return polls;
}

async function isOver(watcher: pg.Client, orderId: string, count: number): Promise<boolean> {
  const { rows } = await watcher.query<{ ended: number }>(
    "select count(*)::integer as ended from images where order_id = $1 and status in ('processed', 'error')",
    [orderId],
  );
  return rows[0].ended === count;
}

async function brighten(factor: number, number: number): Promise<Buffer> {
  return sharp(await largePicture(megapixels, number))
    .linear(factor, 0)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The same picture with other bytes: a comment after the first marker. */
function withNumber(file: Buffer, number: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0]);
  comment.writeUInt32BE(number, 4);
  return Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)]);
}

async function readCounters(client: pg.Client) {
  const { rows } = await client.query<{ commits: string; wal: string }>(
    "select sum(xact_commit)::text as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal from pg_stat_database",
  );
  const [{ commits, wal }] = rows;
  return { commits: Number(commits), walBytes: Number(wal) };
}

/**
 * Size of the service's tables and indexes, without what updates left in its files, which depends on when they were
 * vacuumed.
 */
async function readCompactBytes(client: pg.Client): Promise<number> {
  await client.query("vacuum full");
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(pg_class.oid))::text as bytes
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'r' and nspname in ('public', 'jobs')`,
  );
  return Number(rows[0].bytes);
}

/** The server's first process: the parent of those that serve connections. */
async function processOfServer(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return fieldOf(rows[0].pid, 1);
}

/** Processor time of children that ended. */
function reapedSecondsOf(pid: number): number {
  return (fieldOf(pid, 13) + fieldOf(pid, 14)) / 100;
}

/** proc(5): a field of `stat`, 0 for the third one. */
function fieldOf(pid: number, index: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[index]);
}
