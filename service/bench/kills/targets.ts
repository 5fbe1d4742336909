import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { childrenOf, isRunning, type ServiceProcess, startProcess } from "../service-process.ts";
import type { Moment } from "./moments.ts";
import type { SmallDisk } from "./small-disk.ts";

const orphanMs = 60_000;
/** As long as a blow's moment says, the store is full; with room for some pictures, or for none. */
const leftBytes = [0, 4096, 20_000];

/** What blows fall on: the service with its engines, and what it stands on. */
export class Targets {
  readonly problems: string[] = [];
  orphans = 0;
  longestOrphanMs = 0;
  readonly #flags: readonly string[];
  readonly #postgres: PostgresServer | undefined;
  readonly #disk: SmallDisk | undefined;
  #service: ServiceProcess;

  /** Starts the service, with `flags` as on the command line. */
  constructor(
    flags: readonly string[],
    { postgres, disk }: { readonly postgres: PostgresServer | undefined; readonly disk: SmallDisk | undefined },
  ) {
    this.#flags = flags;
    this.#postgres = postgres;
    this.#disk = disk;
    this.#service = startProcess(flags);
  }

  get listening(): Promise<string> {
    return this.#service.listening;
  }

  async strike({ blow, afterMs }: Moment): Promise<void> {
    switch (blow) {
      case "engines":
        for (const pid of childrenOf(this.#service.pid)) process.kill(pid, "SIGKILL");
        return;
      case "service":
      case "service alone":
        await this.#kill(blow === "service alone");
        this.#service = startProcess(this.#flags);
        return;
      case "connections":
        return this.#postgres?.cut();
      case "store":
        await this.#disk?.fill(leftBytes[afterMs % leftBytes.length]);
        await sleep(afterMs);
        return this.#disk?.empty();
      default:
        return this.#postgres?.restart(blow === "database" ? "immediate" : "fast");
    }
  }

  /** `alone`: the engines' processes are left to end by themselves. */
  async #kill(alone: boolean): Promise<void> {
    const children = childrenOf(this.#service.pid);
    this.#service.signal("SIGKILL");
    if (!alone) for (const pid of children) process.kill(pid, "SIGKILL");
    await this.#expect("SIGKILL", "the service ended unexpectedly");
    if (alone) void this.#watchOrphans(children);
  }

  async #watchOrphans(pids: readonly number[]): Promise<void> {
    const begun = Date.now();
    this.orphans += pids.length;
    while (pids.some(isRunning)) {
      await sleep(50);
      this.longestOrphanMs = Math.max(this.longestOrphanMs, Date.now() - begun);
      if (Date.now() - begun < orphanMs) continue;
      this.problems.push(`an engine's process outlived its service by ${orphanMs / 1000} s`);
      return;
    }
  }

  /** As one should. */
  async stop(): Promise<void> {
    this.#service.signal("SIGTERM");
    await this.#expect("exit 0", "SIGTERM ended the service otherwise");
  }

  /** Whatever happened, nothing runs on. */
  end(): void {
    this.#service.signal("SIGKILL");
  }

  async #expect(expected: string, otherwise: string): Promise<void> {
    const how = await this.#service.ended;
    if (how !== expected) this.problems.push(`${otherwise}: ${how}\n${this.#service.errors()}`);
  }
}
