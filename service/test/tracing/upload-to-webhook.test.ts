import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildService, prepareAccount, type ServiceProcess, startProcess } from "../../bench/service-process.ts";
import { freePort } from "../support/free-port.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { smallPicture } from "../support/small-picture.ts";
import { type CollectedSpan, startCollector } from "../support/span-collector.ts";
import { makeTestDatabase } from "../support/test-database.ts";

const programs = await findPostgres();

let folder: string;
let receiver: Receiver;
let collector: Awaited<ReturnType<typeof startCollector>>;
let postgres: PostgresServer | undefined;
const started: ServiceProcess[] = [];

beforeAll(async () => {
  buildService();
  folder = await mkdtemp(join(tmpdir(), "lightwell-traces-"));
  [receiver, collector] = await Promise.all([startReceiver(), startCollector()]);
});

afterAll(async () => {
  for (const process of started) process.signal("SIGKILL");
  await Promise.all(started.map(({ ended }) => ended));
  await receiver.close();
  collector.close();
  await postgres?.close();
  await rm(folder, { recursive: true, force: true });
});

/** An API and a worker where PostgreSQL is installed, one service otherwise; the address and an account's key. */
async function startCluster(): Promise<{ readonly address: string; readonly key: string }> {
  if (programs) postgres = await startPostgres(programs, await freePort());
  const place = await makeTestDatabase(join(folder, "database"), postgres?.url);
  const key = await prepareAccount(place, folder, receiver.url);
  const flags = ["--data-dir", folder, "--log-level", "fatal", "--otlp-url", collector.url, "--private-webhooks"];
  const engines = ["--engine-processes", "1", "--engine-workers", "1"];
  const start = (...given: string[]) => {
    const process = startProcess([...given, ...flags, ...engines]);
    started.push(process);
    return process.listening;
  };
  if (!place.databaseUrl) return { address: await start("all", "--port", "0"), key };
  const port = String(await freePort());
  const shared = ["--database-url", place.databaseUrl, "--public-url", `http://127.0.0.1:${port}`];
  const [address] = await Promise.all([
    start("api", "--port", port, ...shared),
    start("worker", "--port", "0", ...shared),
  ]);
  return { address, key };
}

test("one trace leads from the upload through the job and the engine to the webhook's delivery", async () => {
  const { address, key } = await startCluster();
  const registration = await fetch(`${address}/v3/images`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ image_name: "room.jpg" }),
  });
  const { upload_url, image_id } = (await registration.json()) as Record<"upload_url" | "image_id", string>;
  const body = new Uint8Array(await smallPicture());
  const headers = { "content-type": "application/octet-stream" };
  expect((await fetch(upload_url, { method: "PUT", headers, body })).status).toBe(200);
  await vi.waitFor(
    () => expect(receiver.received.map(({ text }) => JSON.parse(text).event)).toContain("image_processed"),
    { timeout: 100_000, interval: 100 },
  );
  // Their last spans are sent when they end.
  for (const process of started) process.signal("SIGTERM");
  expect(new Set(await Promise.all(started.map(({ ended }) => ended)))).toEqual(new Set(["exit 0"]));

  const upload = collector.spans.find(({ name }) => name === "PUT /uploads/:bracket_id");
  const trace = collector.spans.filter(({ traceId }) => traceId === upload?.traceId);
  const one = (name: string) => trace.find((span) => span.name === name);
  const path = (span: CollectedSpan | undefined): string[] =>
    span ? [span.name, ...path(trace.find(({ spanId }) => spanId === span.parentSpanId))] : [];
  const job = ["job enhance-image", "PUT /uploads/:bracket_id"];
  expect(path(one("engine enhance"))).toEqual(["engine enhance", ...job]);
  expect(path(one("deliver webhook"))).toEqual(["deliver webhook", ...job]);
  expect(path(one("wait enhance-image"))).toEqual(["wait enhance-image", "PUT /uploads/:bracket_id"]);
  expect(path(one("job inspect-upload"))).toEqual(["job inspect-upload", "PUT /uploads/:bracket_id"]);
  const names = trace.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["storage write", "storage borrow", "storage adopt", "job deliver-events"]),
  );
  const facts = one("engine enhance")?.attributes.map(({ key }) => key) ?? [];
  expect(facts).toContain("engine.tone.ms");
  expect(one("deliver webhook")?.attributes).toContainEqual({
    key: "http.response.status_code",
    value: { intValue: 204 },
  });
  for (const secret of [image_id, "room.jpg", receiver.url]) expect(JSON.stringify(trace)).not.toContain(secret);
});
