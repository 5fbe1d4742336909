import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Cluster } from "./cluster.ts";

export interface FaultTargets {
  readonly cluster: Cluster;
  readonly postgres: PostgresServer;
  readonly log: (line: string) => void;
}

interface Step {
  /** Seconds after the first order. */
  readonly at: number;
  readonly what: string;
  readonly run: () => void | Promise<void>;
}

/** How long a worker has no network, in s: three times as long as its jobs wait for a sign of life, and more. */
const networkSeconds = 40;
/** How long the store answers 503, and for how long it is slow after that, in s. */
const refuseSeconds = 20;
const slowSeconds = 12;
/** The length of a round, in s. */
export const roundSeconds = 100;

/** All faults of one round; `round` chooses whom they hit. Resolves when the last is over. */
export async function runFaults(targets: FaultTargets, round: number): Promise<void> {
  const begun = Date.now();
  for (const { at, what, run } of stepsOf(targets, round)) {
    await sleep(Math.max(0, begun + at * 1000 - Date.now()));
    targets.log(what);
    await run();
  }
}

function stepsOf({ cluster, postgres }: FaultTargets, round: number): Step[] {
  const worker = (i: number) => cluster.workers[(i + round) % cluster.workers.length];
  const api = (i: number) => cluster.apis[(i + round) % cluster.apis.length];
  const [first, second, third, fourth] = [worker(0), worker(1), worker(2), worker(3)];
  const store = (fault: "none" | "refuse" | "slow") => {
    for (const member of cluster.members) member.setStore(fault);
  };
  const refusedAt = 62;
  const steps: Step[] = [
    { at: 4, what: `kill -9 ${first.name} with its engines`, run: () => first.kill({ alone: false }) },
    { at: 8, what: `kill -9 the engines of ${second.name}`, run: () => void second.killEngines() },
    { at: 11, what: `${third.name} loses its network`, run: () => third.setNetwork("cut") },
    { at: 15, what: `kill -9 ${api(0).name}`, run: () => api(0).kill({ alone: false }) },
    { at: 20, what: "PostgreSQL restarts in order", run: () => postgres.restart("fast") },
    { at: 28, what: `kill -9 ${fourth.name}; its engines end by themselves`, run: () => fourth.kill({ alone: true }) },
    { at: 36, what: `kill -9 the engines of ${first.name}`, run: () => void first.killEngines() },
    { at: 42, what: "PostgreSQL crashes and restarts", run: () => postgres.restart("immediate") },
    { at: 11 + networkSeconds, what: `the network of ${third.name} is back`, run: () => third.setNetwork("none") },
    { at: refusedAt, what: "the store answers 503", run: () => store("refuse") },
    { at: refusedAt + 6, what: `kill -9 ${second.name} with its engines`, run: () => second.kill({ alone: false }) },
    { at: refusedAt + refuseSeconds, what: "the store is slow", run: () => store("slow") },
    { at: refusedAt + refuseSeconds + 4, what: `kill -9 ${api(1).name}`, run: () => api(1).kill({ alone: false }) },
    { at: refusedAt + refuseSeconds + slowSeconds, what: "the store is well again", run: () => store("none") },
  ];
  return steps;
}
