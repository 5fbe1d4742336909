import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineOptions } from "lightwell";
import { pino } from "pino";
import sharp from "sharp";
import { type Config, readConfig } from "../../src/config/config.ts";
import type { Database, Queries } from "../../src/database/database.ts";
import type { Tier } from "../../src/domain/account.ts";
import type { OpenApiDocument } from "../../src/http/openapi.ts";
import { startService } from "../../src/service.ts";
import { createAccount } from "../../src/store/account-store.ts";
import { loadSecrets } from "../../src/store/load-secrets.ts";
import { type AnswerCheck, checkAnswersBy } from "./answer-check.ts";
import { RememberedEngines } from "./remembered-engines.ts";
import { borrowDatabase } from "./test-database.ts";

/** The shorter edge of the sample shoot's JPEGs, as tests upload them. */
const smallEdgePx = 240;

/** What a field of an answer holds is the test's to say. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body, where it is JSON. */
  readonly json: Json;
};

export type Json = { readonly [name: string]: unknown };

export interface CallOptions {
  /** Of the first account where left out; null: none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

export interface TestService {
  readonly address: string;
  /** Of the accounts, in the order they were made. */
  readonly keys: readonly string[];
  /** Its database. */
  readonly queries: Queries;
  /** Throws where the answer is not as the OpenAPI document says. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** What `call` holds answers to. */
  readonly check: AnswerCheck;
  /** Closes the service and starts it again on the same folder; `look` sees the database meanwhile. */
  restart(look?: (queries: Queries) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface TestAccount {
  readonly email: string;
  readonly password?: string;
  readonly tier?: Tier;
  /** What requests without the header speak. */
  readonly apiVersion?: string;
  readonly webhook?: { readonly url: string; readonly authentication: string };
}

/** A service on a free port and a folder of its own, with rates that no test meets by accident. */
export async function startTestService(
  settings: Partial<Config> = {},
  accounts: readonly TestAccount[] = [{ email: "one@example.org" }],
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), "lightwell-service-"));
  const defaults = readConfig([], {});
  if (!defaults) throw new Error("no configuration");
  const { database, release } = await borrowDatabase();
  const config = {
    ...defaults,
    dataDir,
    port: 0,
    requestsPerSecond: 1_000_000,
    // Each takes half a second of a processor to start.
    engineProcesses: 1,
    engineWorkers: 1,
    ...settings,
  };
  const keys = await makeAccounts(database, dataDir, accounts);
  const log = pino({ level: "silent" });
  const makeEngines = (size: number, engine: EngineOptions) => new RememberedEngines(size, engine);
  let service = await startService(config, log, { database, makeEngines });
  const check = checkAnswersBy((await (await fetch(`${service.address}/openapi.json`)).json()) as OpenApiDocument);
  return {
    get address() {
      return service.address;
    },
    keys,
    queries: database.queries,
    check,
    async call(method, path, options = {}) {
      const url = new URL(path, service.address);
      const answer = await send(method, url, { key: keys[0], ...options });
      const { status, bytes, headers } = answer;
      const header = (name: string) => headers.get(name) ?? undefined;
      if (url.origin === service.address) {
        check({ method, path: url.pathname, status, header, bytes });
      }
      return answer;
    },
    async restart(look = async () => {}) {
      await service.close();
      await look(database.queries);
      service = await startService(config, log, { database, makeEngines });
    },
    async close() {
      await service.close();
      await release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeAccounts(database: Database, dataDir: string, accounts: readonly TestAccount[]): Promise<string[]> {
  const secrets = await loadSecrets(database.queries, dataDir);
  const keys: string[] = [];
  for (const account of accounts) keys.push(await makeAccount(database, secrets, account));
  return keys;
}

async function makeAccount(
  database: Database,
  secrets: Awaited<ReturnType<typeof loadSecrets>>,
  { apiVersion, webhook, ...given }: TestAccount,
): Promise<string> {
  const { accountId, apiKey } = await createAccount(database, secrets, given);
  const changes = {
    ...(apiVersion === undefined ? {} : { api_version: apiVersion }),
    ...(webhook ? { webhook_url: webhook.url, webhook_authentication: webhook.authentication } : {}),
  };
  if (Object.keys(changes).length > 0) {
    await database.queries.updateTable("accounts").set(changes).where("account_id", "=", accountId).execute();
  }
  return apiKey;
}

async function send(method: string, url: URL, { key = null, headers = {}, body }: CallOptions): Promise<Answer> {
  const isPlain =
    typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream || body === undefined;
  const answer = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(key === null ? {} : { "x-api-key": key }),
      ...(isPlain ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isPlain ? body : JSON.stringify(body) }),
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") && bytes.length > 0;
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    json: isJson ? (JSON.parse(bytes.toString("utf8")) as Json) : {},
  };
}

const shootFiles = new Map<string, Promise<Buffer>>();

/** A file of the sample shoot; JPEGs in small, which take an engine a third of the time. */
export function shootFile(name: string): Promise<Buffer> {
  const file = shootFiles.get(name) ?? readShootFile(name);
  shootFiles.set(name, file);
  return file;
}

/** A file of the sample shoot as it is. */
export function wholeShootFile(name: string): Promise<Buffer> {
  return readFile(new URL(`../../../fixtures/shoot/${name}`, import.meta.url));
}

async function readShootFile(name: string): Promise<Buffer> {
  const bytes = await wholeShootFile(name);
  if (!name.endsWith(".JPG") || name.startsWith("R")) return bytes;
  return sharp(bytes)
    .resize(smallEdgePx, smallEdgePx, { fit: "outside" })
    .keepMetadata()
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Asks until `done`; what it says then. */
export async function poll(ask: () => Promise<Answer>, done: (json: Json) => boolean): Promise<Json> {
  const until = Date.now() + 100_000;
  for (;;) {
    const { json } = await ask();
    if (done(json)) return json;
    if (Date.now() > until) throw new Error(`still not done: ${JSON.stringify(json).slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
