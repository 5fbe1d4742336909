import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCheckedApp } from "../../support/checked-app.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;

beforeAll(async () => {
  parts = await makeTestParts({ requestsPerSecond: 2 });
  app = await buildCheckedApp(parts);
});

afterAll(async () => {
  await app.close();
  await parts.close();
});

test("health is answered regardless of the number of requests from the same address", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject("/healthz")));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const limited = await Promise.all(Array.from({ length: 5 }, () => app.inject("/openapi.json")));
  expect(limited.map(({ statusCode }) => statusCode)).toContain(429);
});

test("the service is ready while its database and its storage answer", async () => {
  const answer = await app.inject("/readyz");
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok" }]);
});

test("the service is not ready without its storage, and says so", async () => {
  const storage = { ...parts.storage, check: () => Promise.reject(new Error("the disk is gone")) };
  const broken = await buildCheckedApp({ ...parts, storage });
  const answer = await broken.inject("/readyz");
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: "unavailable", failed: ["storage"] }]);
  await broken.close();
});

test("the service is not healthy while its database does not answer, nor while no file can be opened", async () => {
  const away = { ...parts.database, executeSql: () => Promise.reject(new Error("the server is gone")) };
  const broken = await buildCheckedApp({
    ...parts,
    database: away,
    config: { ...parts.config, dataDir: join(parts.config.dataDir, "gone") },
  });
  const answer = await broken.inject("/healthz");
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: "unavailable", failed: ["database", "files"] }]);
  await broken.close();
});

test("a full disk leaves the service healthy, and not ready", async () => {
  const full = await buildCheckedApp({ ...parts, config: { ...parts.config, minFreeMb: 2 ** 40 } });
  expect((await full.inject("/healthz")).statusCode).toBe(200);
  expect((await full.inject("/readyz")).json()).toEqual({ status: "unavailable", failed: ["storage"] });
  await full.close();
});

test("the metrics count requests by route, never by path, and waiting jobs", async () => {
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await app.inject("/v3/images/11111111-2222-4333-8444-555555555555");
  const { statusCode, body } = await app.inject("/metrics");
  expect(statusCode).toBe(200);
  expect(body).toContain(
    'lightwell_http_request_seconds_count{method="GET",route="/v3/images/:image_id",status="404"} 1',
  );
  expect(body).not.toContain("11111111-2222");
  for (const line of [
    'lightwell_jobs_waiting{queue="enhance-image"} 0',
    'lightwell_events{state="dead"} 0',
    "lightwell_orders_open 0",
  ]) {
    expect(body).toContain(line);
  }
});

test("what the process measures is reported while the database is away", async () => {
  const queue: TestParts["queue"] = Object.create(parts.queue, {
    size: { value: () => Promise.reject(new Error("the server is gone")) },
  });
  const broken = await buildCheckedApp({ ...parts, queue });
  const { statusCode, body } = await broken.inject("/metrics");
  expect(statusCode).toBe(200);
  expect(body).toContain("lightwell_engines_busy");
  expect(body).not.toContain("lightwell_jobs_waiting");
  await broken.close();
});
