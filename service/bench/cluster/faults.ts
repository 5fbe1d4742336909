import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Cluster } from "./cluster.ts";
import type { Member } from "./member.ts";

export interface FaultTargets {
  readonly cluster: Cluster;
  readonly postgres: PostgresServer;
  readonly log: (line: string) => void;
}

interface Step {
  /** Seconds after the first order. */
  readonly at: number;
  readonly what: string;
  /** It waits until an engine of this member works, `busyMs` at most. */
  readonly when?: Member;
  readonly run: () => void | Promise<void>;
}

const busyMs = 3000;
/** How long a worker has no network, in s: three times as long as its jobs wait for a sign of life, and more. */
const networkSeconds = 40;
/** When PostgreSQL restarts, in s: while the worker has no network, or afterwards. */
const restartsMeanwhile = [20, 42] as const;
const restartsAfterwards = [54, 60] as const;
/** When the store begins to answer 503, for how long it does, and for how long it is slow after that, in s. */
const refusedAt = 66;
const refuseSeconds = 20;
const slowSeconds = 12;
/** The length of a round, in s. */
export const roundSeconds = 100;

/**
 * All faults of one round, the last of which is over when it resolves: how many hit an engine at work. `round` chooses
 * whom they hit. In every other round, beginning with the first, what the worker without a network was sending arrives
 * when it returns.
 */
export async function runFaults(targets: FaultTargets, round: number): Promise<number> {
  const begun = Date.now();
  let atWork = 0;
  for (const { at, what, when, run } of stepsOf(targets, round).sort((a, b) => a.at - b.at)) {
    await sleep(Math.max(0, begun + at * 1000 - Date.now()));
    const isAtWork = (await when?.whenBusy(busyMs)) ?? false;
    await run();
    if (isAtWork) atWork++;
    targets.log(isAtWork ? `${what}, at work` : what);
  }
  return atWork;
}

function stepsOf({ cluster, postgres }: FaultTargets, round: number): Step[] {
  const worker = (i: number) => cluster.workers[(i + round) % cluster.workers.length];
  const api = (i: number) => cluster.apis[(i + round) % cluster.apis.length];
  const store = (fault: "none" | "refuse" | "slow") => {
    for (const member of cluster.members) member.setStore(fault);
  };
  const isHeld = round % 2 === 0;
  const [restartAt, crashAt] = isHeld ? restartsAfterwards : restartsMeanwhile;
  const slowAt = refusedAt + refuseSeconds;
  return [
    kill(4, worker(0), { alone: false }),
    killEngines(8, worker(1)),
    {
      at: 11,
      what: `${worker(2).name} loses its network`,
      when: worker(2),
      run: () => worker(2).setNetwork(isHeld ? "hold" : "cut"),
    },
    kill(18, api(0), { alone: false }),
    kill(28, worker(3), { alone: true }),
    killEngines(36, worker(0)),
    {
      at: 11 + networkSeconds,
      what: `the network of ${worker(2).name} is back`,
      run: () => worker(2).setNetwork("none"),
    },
    { at: restartAt, what: "PostgreSQL restarts in order", run: () => postgres.restart("fast") },
    { at: crashAt, what: "PostgreSQL crashes and restarts", run: () => postgres.restart("immediate") },
    { at: refusedAt, what: "the store answers 503", run: () => store("refuse") },
    kill(refusedAt + 6, worker(1), { alone: false }),
    { at: slowAt, what: "the store is slow", run: () => store("slow") },
    kill(slowAt + 4, api(1), { alone: false }),
    { at: slowAt + slowSeconds, what: "the store is well again", run: () => store("none") },
  ];
}

function kill(at: number, member: Member, { alone }: { readonly alone: boolean }): Step {
  const what = `kill -9 ${member.name}${alone ? ", not its engines" : ""}`;
  return { at, what, ...(member.isWorker ? { when: member } : {}), run: () => member.kill({ alone }) };
}

function killEngines(at: number, member: Member): Step {
  return { at, what: `kill -9 the engines of ${member.name}`, when: member, run: () => member.killEngines() };
}
