import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import type { SwiftServer } from "../../test/support/swift-server.ts";
import { FaultProxy } from "./fault-proxy.ts";
import { Member } from "./member.ts";

export interface ClusterOptions {
  readonly databaseUrl: string;
  readonly swift: SwiftServer;
  /** For the data folders of all members. */
  readonly home: string;
  readonly apis: number;
  readonly workers: number;
  /** Variables of one member's environment, by its name (`worker 2`). */
  readonly env: (name: string) => NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** APIs behind a balancer and workers, on one database and one store. */
export class Cluster {
  readonly apis: Member[];
  readonly workers: Member[];
  /** What members that were let go did wrong. */
  readonly #past: string[] = [];
  readonly origin: string;
  readonly #balancer: FaultProxy;
  readonly #storageFlags: readonly string[];

  private constructor(balancer: FaultProxy, apis: Member[], workers: Member[], storageFlags: readonly string[]) {
    this.#balancer = balancer;
    this.apis = apis;
    this.workers = workers;
    this.origin = `http://127.0.0.1:${balancer.port}`;
    this.#storageFlags = storageFlags;
  }

  /** Starts all members at the same time; they may not listen yet. */
  static async open(options: ClusterOptions): Promise<Cluster> {
    const { databaseUrl, swift, home, env, log } = options;
    const keyFile = join(home, "master.key");
    await writeFile(keyFile, randomBytes(32), { mode: 0o600 });
    const apis: Member[] = [];
    const workers: Member[] = [];
    const balancer = await FaultProxy.open(() => apis.map(({ endpoint }) => endpoint));
    const storageFlags = ["--storage", `s3://${swift.bucket}`, "--storage-path-style"];
    const flags = [
      ...["--public-url", `http://127.0.0.1:${balancer.port}`, "--master-key-file", keyFile, ...storageFlags],
      ...["--private-webhooks", "--daily-enhancements", "1000000", "--requests-per-second", "1000000"],
      ...["--engine-processes", "1", "--engine-workers", "1", "--stop-seconds", "60", "--log-level", "fatal"],
    ];
    // For the members, and for the storage that the audit opens.
    process.env["AWS_ACCESS_KEY_ID"] = swift.credentials.accessKeyId;
    process.env["AWS_SECRET_ACCESS_KEY"] = swift.credentials.secretAccessKey;
    const count = { api: options.apis, worker: options.workers };
    for (const [role, members] of [
      ["api", apis],
      ["worker", workers],
    ] as const) {
      for (let i = 1; i <= count[role]; i++) {
        const name = `${role} ${i}`;
        const host = `127.0.${role === "api" ? 1 : 2}.${i}`;
        const dataDir = join(home, `${role}-${i}`);
        const place = { databaseUrl, storeEndpoint: swift.endpoint, dataDir };
        members.push(await Member.open({ role, name, host, ...place, flags, env: env(name), log }));
      }
    }
    return new Cluster(balancer, apis, workers, [...storageFlags, "--storage-endpoint", swift.endpoint]);
  }

  get members(): readonly Member[] {
    return [...this.apis, ...this.workers];
  }

  get problems(): string[] {
    return [...this.#past, ...this.members.flatMap(({ problems }) => problems)];
  }

  async listening(): Promise<void> {
    await Promise.all(this.members.map((member) => member.listening()));
  }

  /** What the members keep their files in, past all faults; for who looks at it when they are stopped. */
  async openStorage(dataDir: string): Promise<Storage> {
    const config = readConfig(["--data-dir", dataDir, ...this.#storageFlags], {});
    if (!config) throw new Error("no configuration");
    return openStorage(config, { isShared: true });
  }

  /** Stops all but the first `apis` and `workers`. */
  async reduce({ apis, workers }: { readonly apis: number; readonly workers: number }): Promise<void> {
    const spare = [...this.apis.splice(apis), ...this.workers.splice(workers)];
    await Promise.all(spare.map((member) => member.stop()));
    this.#past.push(...spare.flatMap(({ problems }) => problems));
  }

  /** Stops all members in order. */
  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.stop()));
  }

  /** Whatever happened, nothing runs on. */
  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()));
    await this.#balancer.close();
  }
}
