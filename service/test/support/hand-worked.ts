import { writeFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { type EngineCall, EngineFailure } from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import { enhanceImage } from "../../src/jobs/enhance-image.ts";
import { groupOrder } from "../../src/jobs/group-order.ts";
import { inspectUpload } from "../../src/jobs/keep-upload.ts";
import { removeFiles } from "../../src/jobs/start-jobs.ts";
import type { Parts } from "../../src/parts.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";
import type { Jobs } from "../../src/queue/jobs.ts";
import { revealKey } from "../../src/store/account-store.ts";
import { buildCheckedApp } from "./checked-app.ts";
import { makeTestParts, type TestParts } from "./test-parts.ts";
import type { Json } from "./test-service.ts";

/** What becomes of a call of the engine: its files are refused, or its process ends. */
export type Outcome = "made" | "refused" | "crashed";

export const framesBySight = 2;

/** Makes pictures of a few bytes, and groups files as they come. */
class FakeEngines extends EnginePool {
  outcome: Outcome = "made";

  constructor() {
    super(1, {});
  }

  override async run(call: EngineCall): Promise<never> {
    if (call.kind === "house") return [] as never;
    if (call.kind === "inspect") return { format: "jpeg" } as never;
    if (call.kind === "summarize") {
      return call.files.map(() => ({ facts: { format: "jpeg" }, isSummarized: false })) as never;
    }
    if (this.outcome === "refused") throw new EngineFailure("input/corrupt", "input", "decode: no picture");
    if (this.outcome === "crashed") throw new EngineFailure("internal", "crashed", "the engine's process ended");
    if (call.kind === "group") {
      const size = call.options.bracketSize ?? framesBySight;
      const groups = chunksOf(call.files, size).map((files) => ({ files, reasons: [], confidence: 1 }));
      return { groups, failed: [] } as never;
    }
    if (call.kind === "enhance") for (const path of [call.output, call.preview]) await writeFile(path, "a picture");
    return {
      full: { width: 3, height: 2 },
      preview: { width: 2, height: 1 },
      isThreesixty: false,
      warnings: [],
    } as never;
  }
}

export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

type Worked = "group-order" | "enhance-image" | "inspect-upload" | "remove-files";

export type WaitingJob = {
  [Name in Worked]: { readonly id: string; readonly name: Name; readonly data: Jobs[Name] };
}[Worked];

/** A service without sockets, whose jobs are done when, and as, the test says. */
export class HandWorked {
  readonly #home: TestParts;
  readonly #key: string;
  readonly #engines = new FakeEngines();
  #parts: Parts;
  #app: FastifyInstance;

  private constructor(home: TestParts, key: string, app: FastifyInstance) {
    this.#home = home;
    this.#key = key;
    this.#app = app;
    this.#parts = { ...home, engines: this.#engines, renderers: this.#engines, previewers: this.#engines };
  }

  static async open(settings: Parameters<typeof makeTestParts>[0]): Promise<HandWorked> {
    const home = await makeTestParts(settings);
    const key = await revealKey(home.database.queries, home.secrets, home.accountId);
    return new HandWorked(home, key ?? "", await buildCheckedApp(home));
  }

  async call(
    method: string,
    address: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly json: Json }> {
    const url = address.replace(this.#home.publicUrl(), "");
    const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
    const headers = { "x-api-key": this.#key, ...(body ? { "content-type": type } : {}) };
    const answer = await this.#app.inject({
      method: method as "GET",
      url,
      headers,
      ...(body ? { payload: body } : {}),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json") && answer.payload !== "";
    return { status: answer.statusCode, json: isJson ? answer.json() : {} };
  }

  /** The oldest first. */
  async jobs(): Promise<readonly WaitingJob[]> {
    const { rows } = await this.#home.database.executeSql(
      "select id, name, data from jobs.job where state in ('created', 'retry') and name not like '\\_\\_%' order by created_on, id",
    );
    return rows as unknown as readonly WaitingJob[];
  }

  /** Whether it failed, and waits to be done again; so it does where it `isForgotten`, as after a crash. */
  async work(job: WaitingJob, outcome: Outcome, isForgotten = false): Promise<boolean> {
    this.#engines.outcome = outcome;
    try {
      await this.#perform(job);
    } catch {
      return true;
    }
    if (!isForgotten) await this.#home.database.executeSql("delete from jobs.job where id = $1", [job.id]);
    return false;
  }

  #perform(job: WaitingJob): Promise<void> {
    if (job.name === "group-order") return groupOrder(job.data, this.#parts);
    if (job.name === "enhance-image") return enhanceImage(job.data, this.#parts);
    return job.name === "inspect-upload" ? inspectUpload(job.data, this.#parts) : removeFiles(job.data, this.#parts);
  }

  /** Of everything but the database and the files. */
  async restart(): Promise<void> {
    await this.#app.close();
    await this.#parts.queue.stop(1000);
    const queue = new JobQueue(this.#home.database, (error) => {
      throw error;
    });
    await queue.start();
    this.#parts = { ...this.#parts, queue };
    this.#app = await buildCheckedApp(this.#parts);
  }

  /** Another day, with nothing left to do. */
  async renew(): Promise<void> {
    await this.#home.database.executeSql("delete from enhancement_days");
    await this.#home.database.executeSql("delete from jobs.job where name not like '\\_\\_%'");
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.#parts.queue.stop(1000);
    await this.#home.close();
  }
}
