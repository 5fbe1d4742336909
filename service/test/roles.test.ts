import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runOrder } from "../bench/kills/orders.ts";
import { PatientClient } from "../bench/kills/patient-client.ts";
import { type ServiceProcess, startProcess } from "../bench/service-process.ts";
import { readConfig } from "../src/config/config.ts";
import { openDatabase } from "../src/database/database.ts";
import { startService } from "../src/service.ts";
import { freePort } from "./support/free-port.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./support/postgres-server.ts";
import { makeTestDatabase, type TestDatabase } from "./support/test-database.ts";

const programs = await findPostgres();

test.each([
  ["worker", ["--public-url", "http://127.0.0.1"], /^worker: needs --database-url/],
  ["api", ["--public-url", "http://127.0.0.1"], /^api: needs --database-url/],
  ["api", ["--database-url", "postgres://127.0.0.1/none"], /^api: needs --public-url/],
] as const)("a process with the role %s and %j says what it lacks", async (role, flags, message) => {
  const config = readConfig(flags, {});
  if (!config) throw new Error("no configuration");
  await expect(startService(config, pino({ level: "silent" }), { role })).rejects.toThrow(message);
});

/** Real processes on one PostgreSQL and one folder. */
describe.skipIf(programs === undefined || process.platform !== "linux")("APIs and workers", () => {
  let postgres: PostgresServer;
  let place: TestDatabase;
  let dataDir: string;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    postgres = await startPostgres(programs ?? "", await freePort());
    place = await makeTestDatabase("", postgres.url);
    dataDir = await mkdtemp(join(tmpdir(), "lightwell-roles-"));
  }, 60_000);
  afterAll(async () => {
    for (const process of started) process.signal("SIGKILL");
    await Promise.all(started.map(({ ended }) => ended));
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  function start(role: "api" | "worker", publicUrl: string, port = 0): ServiceProcess {
    const flags = [
      ...[
        "--data-dir",
        dataDir,
        "--port",
        String(port),
        "--log-level",
        "fatal",
        "--database-url",
        place.databaseUrl ?? "",
      ],
      ...["--public-url", publicUrl, "--requests-per-second", "1000000"],
      ...["--engine-processes", "1", "--engine-workers", "1", "--stop-seconds", "60"],
    ];
    const process = startProcess([role, ...flags]);
    started.push(process);
    return process;
  }

  test("ten that start at once on an empty database all come up, with one account; a worker's death loses no picture", async () => {
    const port = await freePort();
    // Without a balancer, the uploads that both APIs are asked for go to the first.
    const publicUrl = `http://127.0.0.1:${port}`;
    const apis = Array.from({ length: 4 }, (_, i) => start("api", publicUrl, i === 0 ? port : 0));
    const workers = Array.from({ length: 6 }, () => start("worker", publicUrl));
    const addresses = await Promise.all([...apis, ...workers].map(({ listening }) => listening));
    const keys = apis.flatMap((api) => /API key \(shown only once\): (\S+)/.exec(api.errors())?.[1] ?? []);
    expect(keys).toHaveLength(1);
    const database = await openDatabase(place);
    expect(await database.queries.selectFrom("accounts").select("email").execute()).toEqual([
      { email: "admin@localhost" },
    ]);

    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect((await fetch(`${addresses[9]}${path}`)).status).toBe(200);
    }
    expect((await fetch(`${addresses[9]}/v3/orders`)).status).toBe(404);

    const spare = [...apis.slice(2), ...workers.slice(2)];
    for (const process of spare) process.signal("SIGTERM");
    expect(new Set(await Promise.all(spare.map(({ ended }) => ended)))).toEqual(new Set(["exit 0"]));

    const patience = new AbortController();
    const clients = addresses.slice(0, 2).map((address) => new PatientClient(address, keys[0], patience.signal));
    const orders = clients.map((client) => runOrder(client));
    const running = async () => {
      const { rows } = await database.executeSql(
        "select 1 from jobs.job where name = 'enhance-image' and state = 'active'",
      );
      return rows.length;
    };
    while ((await running()) < 2) await sleep(20);
    workers[0].signal("SIGKILL");
    const killedAt = Date.now();
    const done = await Promise.all(orders);
    expect(Date.now() - killedAt).toBeLessThan(60_000);
    expect(done.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(done.map(({ previews }) => previews.size)).toEqual([4, 4]);
    const attempts = await database.queries.selectFrom("images").select(["status", "attempt"]).execute();
    expect(new Set(attempts.map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(new Set(["processed 1"]));

    const left = [...apis.slice(0, 2), workers[1]];
    for (const process of left) process.signal("SIGTERM");
    expect(await Promise.all(left.map(({ ended }) => ended))).toEqual(["exit 0", "exit 0", "exit 0"]);
    await database.close();
  }, 300_000);
});
