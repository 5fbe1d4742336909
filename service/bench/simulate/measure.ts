import { readFileSync } from "node:fs";
import { cpus } from "node:os";
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

/**
 * Sends brackets through a service on a separate PostgreSQL and counts what they cost: processor time of the engine,
 * of the service and of PostgreSQL, transactions, log and rows. Saves it per image.
 */
export async function measureDemands(): Promise<void> {
  const programs = await findPostgres();
  if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const postgres = await startPostgres(programs, await freePort());
  // Read when the module below is imported.
  process.env["LIGHTWELL_TEST_DATABASE_URL"] = postgres.url;
  const { startBenchService } = await import("../bench-service.ts");
  const service = await startBenchService(["--public-url", "http://127.0.0.1"]);
  const watcher = new pg.Client({ connectionString: postgres.url });
  await watcher.connect();
  try {
    const files = await Promise.all(brightness.map((factor, i) => brighten(factor, i)));
    const client = new PatientClient(service.address, service.key, new AbortController().signal);
    await sendOrder(client, files, 1);
    const server = await processOfServer(watcher);
    const read = async () => ({
      service: cpuSecondsOf(service.process.pid),
      engine: cpuSecondsOfTree(service.process.pid) - cpuSecondsOf(service.process.pid),
      database: cpuSecondsOfTree(server) + reapedSecondsOf(server),
      ...(await readCounters(watcher)),
    });
    const before = await read();
    await sendOrder(client, files, images);
    const after = await read();
    const perImage = (name: keyof typeof before) => Number(((after[name] - before[name]) / images).toPrecision(3));
    const demands = {
      measured: new Date().toISOString().slice(0, 10),
      machine: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} processors`,
      frames,
      engineCpuSeconds: perImage("engine"),
      serviceCpuSeconds: perImage("service"),
      databaseCpuSeconds: perImage("database"),
      commits: perImage("commits"),
      walBytes: perImage("walBytes"),
      rowBytes: perImage("rowBytes"),
    };
    console.log(demands);
    saveDemands(demands);
  } finally {
    await watcher.end();
    await service.close();
    await postgres.close();
  }
}

/** Registers, uploads, groups, polls and downloads as clients do. */
async function sendOrder(client: PatientClient, files: readonly Buffer[], count: number): Promise<void> {
  const orderId = crypto.randomUUID();
  await client.ask("POST", "/v3/orders", { order_id: orderId });
  for (let i = 0; i < count * frames; i++) {
    const bracket = await client.ask("POST", "/v3/brackets", { order_id: orderId, bracket_name: `frame-${i}.jpg` });
    const address = new URL(String(bracket["upload_url"]));
    await client.ask("PUT", address.pathname + address.search, withNumber(files[i % frames], i));
  }
  await client.ask("POST", `/v3/orders/${orderId}/process`, { number_of_brackets_per_image: frames });
  for (;;) {
    const order = await client.ask("GET", `/v3/orders/${orderId}`);
    if (order["status"] === "processed" || order["status"] === "error") {
      const made = order["images"] as readonly { readonly image_id: string; readonly status: string }[];
      if (made.length !== count || made.some(({ status }) => status !== "processed")) {
        throw new Error(`${count} images were expected: ${JSON.stringify(order)}`);
      }
      for (const { image_id: id } of made) {
        for (const query of ["preview=true", "preview=false"]) {
          await client.download(`/v3/images/${id}/enhanced?${query}`);
        }
      }
      return;
    }
    await new Promise((done) => setTimeout(done, pollMs));
  }
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
  const { rows } = await client.query<{ commits: string; wal: string; bytes: string }>(
    `select sum(xact_commit)::text as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as wal,
       sum(pg_database_size(datname))::text as bytes from pg_stat_database where datname is not null`,
  );
  const [{ commits, wal, bytes }] = rows;
  return { commits: Number(commits), walBytes: Number(wal), rowBytes: Number(bytes) };
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
