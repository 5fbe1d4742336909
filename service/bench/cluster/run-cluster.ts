import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "../../src/database/database.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { type Receiver, startReceiver } from "../../test/support/receiver.ts";
import type { SwiftServer } from "../../test/support/swift-server.ts";
import { makeTestDatabase } from "../../test/support/test-database.ts";
import { audit } from "../kills/audit.ts";
import { imagesPerOrder, type OrderRecord, runOrder } from "../kills/orders.ts";
import { PatientClient } from "../kills/patient-client.ts";
import { buildService, prepareAccount, startProcess } from "../service-process.ts";
import { Cluster } from "./cluster.ts";
import { roundSeconds, runFaults } from "./faults.ts";
import { replay } from "./replay.ts";
import { settle, settleSeconds } from "./settle.ts";
import { checkSkewedClocks, skewedEnv, skewedMembers } from "./skewed-clocks.ts";
import { checkUpgrade } from "./upgrade.ts";

export interface ClusterRun {
  readonly postgres: PostgresServer;
  readonly swift: SwiftServer;
  /** The library that shifts clocks. */
  readonly clockLibrary: string;
  /** Of all faults, with 60 images each. */
  readonly rounds: number;
  readonly log: (line: string) => void;
}

export interface ClusterReport {
  readonly rounds: number;
  readonly orders: number;
  readonly images: number;
  /** Faults that hit an engine at work. */
  readonly atWork: number;
  /** Requests that a fault left without an answer, and that were sent again. */
  readonly lostAnswers: number;
  readonly deliveries: number;
  /** Deliveries of an event that had arrived before. */
  readonly repeated: number;
  /** Pictures that were compared with those of the embedded service. */
  readonly compared: number;
  /** From the last fault until nothing was left to do, in s. */
  readonly settledAfter: number;
  /** Every promise that was broken; none where all hold. */
  readonly problems: readonly string[];
}

const imagesPerRound = 60;
const ordersPerRound = imagesPerRound / imagesPerOrder;
/** Orders that run at the same time. */
const ordersAtOnce = 3;
/** All that start together on the empty database, and those that stay. */
const started = { apis: 4, workers: 6 };
const kept = { apis: 2, workers: 4 };

/** Runs orders on a cluster while faults hit it, and audits what is left in the end. */
export async function runCluster({ postgres, swift, clockLibrary, rounds, log }: ClusterRun): Promise<ClusterReport> {
  buildService();
  const home = await mkdtemp(join(tmpdir(), "lightwell-cluster-"));
  const receiver = await startReceiver();
  const place = await makeTestDatabase("", postgres.url);
  const databaseUrl = place.databaseUrl ?? "";
  const env = (name: string) => skewedEnv(clockLibrary, name);
  const cluster = await Cluster.open({ databaseUrl, swift, home, ...started, env, log });
  const patience = new AbortController();
  const problems: string[] = [];
  try {
    log("ten processes start at the same time on an empty database");
    await cluster.listening();
    log("all ten are up");
    const database = await openDatabase(place);
    const key = await findKey(cluster, database, receiver, problems);
    await cluster.reduce(kept);
    log("two APIs and four workers stay");

    const apis = cluster.apis.map(({ origin }) => new PatientClient(origin, key, patience.signal));
    problems.push(...(await checkSkewedClocks(apis, database)));
    log(`clocks of ${skewedMembers} processes that are a minute wrong were tried`);
    const client = new PatientClient(cluster.origin, key, patience.signal);
    const orders: OrderRecord[] = [];
    let atWork = 0;
    for (let round = 0; round < rounds; round++) {
      const working = runOrders(client, orders, log);
      const [hits] = await Promise.all([runFaults({ cluster, postgres, log }, round), working]);
      atWork += hits;
    }
    const faultsOverAt = Date.now();
    const left = await settle(database);
    const settledAfter = Math.round((Date.now() - faultsOverAt) / 1000);
    log(left.length === 0 ? "nothing is left to do" : `after ${settleSeconds} s something is left to do`);
    await cluster.stop();
    log("all processes have stopped");
    await database.close();

    const storage = await cluster.openStorage(join(home, "audit"));
    problems.push(...cluster.problems, ...(await audit(place, storage, orders, receiver.received)));
    log("the audit is over");
    const [{ compared, ...replayed }, upgrade] = await Promise.all([
      compare(orders, place, storage, home, patience.signal).finally(() =>
        log("the embedded service has made the pictures"),
      ),
      checkUpgrade(postgres, home, patience.signal).finally(() => log("jobs of the previous version are done")),
    ]);
    problems.push(...replayed.problems, ...upgrade);
    await storage.close();

    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    return {
      rounds,
      orders: orders.length,
      images: orders.reduce((sum, { previews }) => sum + previews.size, 0),
      atWork,
      lostAnswers: client.lost,
      deliveries: ids.length,
      repeated: ids.length - new Set(ids).size,
      compared,
      settledAfter,
      problems,
    };
  } finally {
    patience.abort(new Error("the run is over"));
    await cluster.close();
    await receiver.close();
    await place.drop();
    await rm(home, { recursive: true, force: true });
  }
}

/** The key of the only account, which gets the receiver's address. */
async function findKey(
  { apis }: Cluster,
  { queries }: Database,
  receiver: Receiver,
  problems: string[],
): Promise<string> {
  const keys = apis.flatMap(({ errors }) => /API key \(shown only once\): (\S+)/.exec(errors)?.[1] ?? []);
  const accounts = await queries.selectFrom("accounts").select("account_id").execute();
  if (keys.length !== 1 || accounts.length !== 1)
    problems.push(`ten starts made ${accounts.length} accounts and showed ${keys.length} keys`);
  await queries.updateTable("accounts").set({ webhook_url: receiver.url }).execute();
  return keys[0];
}

/** The orders of a round, spread over the time of its faults. */
async function runOrders(client: PatientClient, orders: OrderRecord[], log: (line: string) => void): Promise<void> {
  const begun = Date.now();
  let next = 0;
  const runSome = async () => {
    for (let i = next++; i < ordersPerRound; i = next++) {
      await sleep(Math.max(0, begun + (i * roundSeconds * 1000) / ordersPerRound - Date.now()));
      const order = await runOrder(client);
      orders.push(order);
      log(`order ${orders.length} has its ${order.previews.size} pictures`);
    }
  };
  await Promise.all(Array.from({ length: ordersAtOnce }, runSome));
}

/** What an embedded service makes of the same uploads. */
async function compare(
  orders: readonly OrderRecord[],
  place: Parameters<typeof openDatabase>[0],
  storage: Awaited<ReturnType<Cluster["openStorage"]>>,
  home: string,
  signal: AbortSignal,
) {
  const dataDir = join(home, "embedded");
  const key = await prepareAccount(await makeTestDatabase(join(dataDir, "database"), ""), dataDir, null);
  const embedded = startProcess([
    ...["--data-dir", dataDir, "--port", "0", "--log-level", "fatal", "--daily-enhancements", "1000000"],
    ...["--engine-processes", "2", "--engine-workers", "1", "--requests-per-second", "1000000"],
  ]);
  const database = await openDatabase(place);
  try {
    const client = new PatientClient(await embedded.listening, key, signal);
    return await replay(orders, database.queries, storage, client);
  } finally {
    embedded.signal("SIGKILL");
    await embedded.ended;
    await database.close();
  }
}
