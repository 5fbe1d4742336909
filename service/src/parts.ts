import type { FastifyBaseLogger } from "fastify";
import type { Secrets } from "./accounts/secrets.ts";
import type { Config } from "./config/config.ts";
import type { Database } from "./database/database.ts";
import type { EnginePool } from "./engine/engine-pool.ts";
import type { JobQueue } from "./queue/job-queue.ts";
import type { Storage } from "./storage/storage.ts";

/** What routes and jobs need. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly storage: Storage;
  readonly secrets: Secrets;
  /** Groups and enhances. */
  readonly engines: EnginePool;
  /** Renders downloads, so that they need not wait for an enhancement. */
  readonly renderers: EnginePool;
  /** Makes previews of other preferences, which neither downloads nor enhancements wait for. */
  readonly previewers: EnginePool;
  readonly log: FastifyBaseLogger;
  /** Address under which clients reach the service; known once it listens. */
  readonly publicUrl: () => string;
}
