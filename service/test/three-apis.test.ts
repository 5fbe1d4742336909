import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildService, type ServiceProcess, startProcess } from "../bench/service-process.ts";
import { freePort } from "./support/free-port.ts";
import { findPostgres, type PostgresServer, startPostgres } from "./support/postgres-server.ts";
import { makeTestDatabase } from "./support/test-database.ts";

const programs = await findPostgres();

/** Requests a second over all three: few enough to be surpassed by far on a busy machine. */
const most = 100;

/**
 * Of what a busy machine sends in a second, the part that is admitted, however unevenly it comes, unless the limit is
 * reached.
 */
const sureShare = 0.6;

/** Three real processes on one PostgreSQL. */
describe.skipIf(programs === undefined || process.platform !== "linux")("three APIs", () => {
  let postgres: PostgresServer;
  let url: string;
  let dataDir: string;
  let apis: ServiceProcess[] = [];
  let addresses: string[];
  const agent = new Agent({ connections: 8 });

  beforeAll(async () => {
    buildService();
    postgres = await startPostgres(programs ?? "", await freePort());
    url = (await makeTestDatabase("", postgres.url)).databaseUrl ?? "";
    dataDir = await mkdtemp(join(tmpdir(), "lightwell-limits-"));
    const flags = ["--data-dir", dataDir, "--port", "0", "--log-level", "fatal", "--database-url", url];
    apis = Array.from({ length: 3 }, () =>
      startProcess(["api", ...flags, "--public-url", "http://127.0.0.1", "--requests-per-second", String(most)]),
    );
    addresses = await Promise.all(apis.map(({ listening }) => listening));
  }, 180_000);
  afterAll(async () => {
    for (const api of apis) api.signal("SIGKILL");
    await Promise.all(apis.map(({ ended }) => ended));
    await agent.destroy();
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function ask(address: string): Promise<number> {
    const { statusCode, body } = await request(`${address}/v3/images/11111111-2222-4333-8444-555555555555`, {
      dispatcher: agent,
    });
    await body.dump();
    return statusCode;
  }

  /**
   * Asks all for `ms`, each by `atOnce` clients that pause for 10 ms: what was admitted, and what is admitted at least
   * of requests that come so unevenly, with a limit of `limit` a second.
   */
  async function load(ms: number, atOnce: number, limit: number) {
    const begun = performance.now();
    const until = begun + ms;
    const statuses: number[] = [];
    let slowestMs = 0;
    const sent = Array.from({ length: Math.ceil(ms / 1000) }, () => 0);
    const clients = addresses.flatMap((address) =>
      Array.from({ length: atOnce }, async () => {
        for (let now = performance.now(); now < until; now = performance.now()) {
          sent[Math.floor((now - begun) / 1000)]++;
          statuses.push(await ask(address));
          slowestMs = Math.max(slowestMs, performance.now() - now);
          await sleep(10);
        }
      }),
    );
    await Promise.all(clients);
    const [admitted, refused] = [404, 429].map((code) => statuses.filter((status) => status === code).length);
    expect(admitted + refused).toBe(statuses.length);
    return { admitted, sure: sent.reduce((sum, count) => sum + Math.min(limit, sureShare * count), 0), slowestMs };
  }

  test("admit together as many requests of an address as one does, within 5 %", async () => {
    await Promise.all(addresses.map(ask));
    await sleep(1100);
    // Ten windows: the first begins with the first request.
    const { admitted, sure } = await load(9700, 4, most);
    expect(admitted).toBeGreaterThan(0.95 * sure);
    expect(admitted).toBeLessThan(1.05 * 10 * most);
  });

  test("count requests each for itself while the table does not answer", async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("begin; lock table request_rates in access exclusive mode");
    try {
      const { admitted, sure, slowestMs } = await load(5000, 6, 1.5 * most);
      // Nothing waits for the table, which stays locked for five seconds.
      expect(slowestMs).toBeLessThan(4000);
      expect(admitted).toBeGreaterThan(sure);
      expect(admitted).toBeLessThanOrEqual(3 * 6 * most);
    } finally {
      await client.query("rollback");
      await client.end();
    }
    await sleep(2100);
    const { admitted, sure } = await load(900, 6, most);
    expect(admitted).toBeGreaterThan(0.95 * sure);
    expect(admitted).toBeLessThan(1.05 * most);
  });

  test("export the metrics of the cluster once, and continue when the one that does ends", async () => {
    const exporters = async (from: readonly string[]) => {
      const pages = await Promise.all(from.map(async (address) => (await fetch(`${address}/metrics`)).text()));
      for (const page of pages) expect(page).toContain('lightwell_engines_busy{kind="render"} 0');
      return from.filter((_, i) => pages[i].includes('lightwell_jobs_waiting{queue="enhance-image"} 0'));
    };
    const [first, ...others] = await exporters(addresses);
    expect(others).toEqual([]);
    expect(await exporters(addresses)).toEqual([first]);
    const ending = apis[addresses.indexOf(first)];
    ending.signal("SIGTERM");
    expect(await ending.ended).toBe("exit 0");
    expect(await exporters(addresses.filter((address) => address !== first))).toHaveLength(1);
  });
});
