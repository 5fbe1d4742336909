import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Limits, readLimitsFile } from "./limits-file.ts";
import {
  type Bucket,
  choice,
  flag,
  optional,
  parseBucket,
  parseEmail,
  parsePostgresUrl,
  parseSmtpUrl,
  parseUrl,
  type Setting,
  text,
  whole,
} from "./setting-kinds.ts";
import { parseTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";

/** Configuration of the service. Every setting is a flag and an environment variable; the flag has priority. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly masterKeyFile: string | undefined;
  readonly secondMasterKeyFile: string | undefined;
  /** Undefined: the folder `storage` in `dataDir`. */
  readonly storage: Bucket | undefined;
  readonly storageEndpoint: string | undefined;
  readonly storageRegion: string | undefined;
  readonly storagePathStyle: boolean;
  readonly storageCacheMb: number;
  readonly directUploads: boolean;
  readonly engineProcesses: number;
  readonly engineWorkers: number;
  readonly memoryBudgetMb: number;
  readonly maxUploadMb: number;
  readonly maxPixels: number;
  readonly minFreeMb: number;
  readonly requestsPerSecond: number;
  readonly connectionsPerAddress: number;
  readonly uploadsPerAddress: number;
  readonly sameNamePerHour: number;
  readonly dailyEnhancements: number;
  /** By tier and by account. */
  readonly orderImages: number;
  readonly storageMb: number;
  readonly retentionDays: number;
  readonly limitsFile: Limits | undefined;
  readonly uploadMinutes: number;
  readonly downloadMinutes: number;
  readonly renditionsMb: number;
  readonly eventDays: number;
  readonly privateWebhooks: boolean;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly trustProxy: TrustedProxies | undefined;
  readonly logLevel: string;
  readonly otlpUrl: string | undefined;
  readonly stopSeconds: number;
}

/** An invalid setting; the message names its flag. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Settings = { readonly [Name in keyof Config]: Setting<Config[Name]> };

const settings: Settings = {
  host: text("127.0.0.1", "Address to listen on"),
  port: whole(0, 65535, 8080, "Port to listen on; 0 selects a free one"),
  publicUrl: optional("URL", "Address at which clients reach the service, if it differs from host and port", parseUrl),
  dataDir: text(join(homedir(), ".lightwell-service"), "Folder for the embedded database and the pictures", resolve),
  databaseUrl: optional("URL", "PostgreSQL to use instead of the embedded database (postgres://…)", parsePostgresUrl),
  masterKeyFile: optional(
    "FILE",
    "File with the master key, 32 random bytes or more, instead of master.key in the data folder",
    (given) => resolve(given),
  ),
  secondMasterKeyFile: optional(
    "FILE",
    "File with another master key, whose signed addresses and sealed keys are accepted too while the key is rotated",
    (given) => resolve(given),
  ),
  storage: optional(
    "URL",
    "Bucket that stores the pictures, instead of the data folder (s3://bucket/prefix)",
    parseBucket,
  ),
  storageEndpoint: optional("URL", "Address of an S3-compatible store other than AWS", parseUrl),
  storageRegion: optional(
    "TEXT",
    "Region of the bucket, if not that of the AWS settings; us-east-1 if only --storage-endpoint is given",
    (given) => given,
  ),
  storagePathStyle: flag("Put the bucket's name in the path of the store's addresses, not in the host"),
  storageCacheMb: whole(
    64,
    16_777_216,
    4096,
    "Local copies of stored pictures to keep, in MB; copies in use are not counted",
  ),
  directUploads: flag("Let clients upload directly to the bucket of --storage"),
  engineProcesses: whole(1, 64, 2, "Engine processes; each runs one job at a time"),
  engineWorkers: whole(0, 64, 0, "Worker threads of each engine process; 0: one for every processor"),
  memoryBudgetMb: whole(
    0,
    1_048_576,
    0,
    "Memory of each engine process, in MB; 0: an equal share of 60 % of the machine's or container's memory",
  ),
  maxUploadMb: whole(1, 16_384, 512, "Largest upload, in MB"),
  maxPixels: whole(1, 1_000_000_000, 200_000_000, "Largest picture, in pixels"),
  minFreeMb: whole(
    0,
    16_777_216,
    512,
    "Space to keep free on the disk, in MB; with less, uploads and registrations are refused (507)",
  ),
  requestsPerSecond: whole(1, 1_000_000, 300, "Requests a second from one address, over all endpoints"),
  connectionsPerAddress: whole(
    1,
    1_000_000,
    512,
    "Maximum number of open connections from one address; proxies are exempt",
  ),
  uploadsPerAddress: whole(1, 1_000_000, 256, "Uploads from one address at the same time"),
  sameNamePerHour: whole(1, 1_000_000, 30, "Registrations of the same file name an hour, per account"),
  dailyEnhancements: whole(
    0,
    1_000_000_000,
    500,
    "Enhancements a day of an account, unless its tier or own limit sets another number",
  ),
  orderImages: whole(
    1,
    100_000,
    5000,
    "Maximum number of images, and of brackets, in one order; also of images on a page of orders",
  ),
  storageMb: whole(
    0,
    1_000_000_000,
    0,
    "Space for the uploads and pictures of an account, in MB, unless its tier or own limit sets another; 0: unlimited",
  ),
  retentionDays: whole(
    0,
    36_500,
    0,
    "Days that an order is kept after its last change, unless its tier or own limit sets another number; 0: until it is deleted",
  ),
  limitsFile: optional("FILE", "JSON file with the limits of tiers and of single accounts", readLimitsFile),
  uploadMinutes: whole(1, 100_000, 1440, "How long an upload address is valid"),
  downloadMinutes: whole(1, 100_000, 60, "How long a signed download address is valid"),
  renditionsMb: whole(
    0,
    16_777_216,
    1024,
    "Space for pictures in other formats and sizes, in MB; each is kept ten minutes after its last download",
  ),
  eventDays: whole(1, 36_500, 30, "How long finished webhook events and their deliveries are kept, in days"),
  privateWebhooks: flag("Allow webhooks to private and loopback addresses"),
  smtpUrl: optional(
    "URL",
    "Mail server that sends sign-in links and invitations (smtp://user:password@host:587 or smtps://…)",
    parseSmtpUrl,
  ),
  mailFrom: optional("ADDRESS", "Sender of the e-mails, needed with --smtp-url", parseEmail),
  trustProxy: optional(
    "PROXIES",
    "Trusted proxies in front of the service: their number (1) or their networks (loopback,10.0.0.0/8)",
    parseTrustedProxies,
  ),
  logLevel: choice(
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
    "info",
    "Lowest level that is logged",
  ),
  otlpUrl: optional(
    "URL",
    "Address that receives OpenTelemetry traces (OTLP over HTTP), for example http://localhost:4318/v1/traces",
    parseUrl,
  ),
  stopSeconds: whole(
    1,
    3600,
    30,
    "How long a stop may take, in seconds; jobs that do not finish in time are handed back",
  ),
};

/**
 * `args`: `--data-dir DIR`, `--data-dir=DIR`, `--private-webhooks`; `environment`: `LIGHTWELL_DATA_DIR`. Throws
 * `ConfigError`. Returns undefined if help is requested.
 */
export function readConfig(args: readonly string[], environment: NodeJS.ProcessEnv): Config | undefined {
  if (args.includes("--help") || args.includes("-h")) return undefined;
  const given = new Map<string, string>();
  for (const name of settingNames) {
    const value = environment[variableName(name)];
    if (value !== undefined && value !== "") given.set(name, value);
  }
  for (const [name, value] of readFlags(args)) given.set(name, value);
  const values = settingNames.map((name) => {
    const setting: Setting<unknown> = settings[name];
    const value = given.get(name);
    if (value === undefined) return [name, setting.fallback];
    try {
      return [name, setting.parse(value)];
    } catch (error) {
      throw new ConfigError(`--${flagName(name)}: ${error instanceof Error ? error.message : error}`);
    }
  });
  const config = Object.fromEntries(values) as unknown as Config;
  checkDirectUploads(config);
  if (config.smtpUrl && !config.mailFrom) throw new ConfigError("--smtp-url: expected --mail-from with it, got none");
  return config;
}

/** Signed addresses of a store are valid for a week at most. */
const maxDirectMinutes = 7 * 24 * 60;

function checkDirectUploads({ directUploads, storage, uploadMinutes }: Config): void {
  if (!directUploads) return;
  if (!storage) throw new ConfigError("--direct-uploads: expected --storage s3://bucket with it, got none");
  if (uploadMinutes > maxDirectMinutes) {
    throw new ConfigError(
      `--upload-minutes: expected ${maxDirectMinutes} at most with --direct-uploads, got ${uploadMinutes}`,
    );
  }
}

interface SettingText {
  /** The flag with the name of its value. */
  readonly flag: string;
  /** The default; absent if there is none. */
  readonly fallback?: string;
  readonly doc: string;
}

/** Describes every setting, for the help and the README. */
export function describeSettings(): readonly SettingText[] {
  return settingNames.map((name) => {
    const { value, fallback, doc }: Setting<unknown> = settings[name];
    const flag = `--${flagName(name)}${value ? ` ${value}` : ""}`;
    return { flag, doc, ...(fallback === undefined || fallback === false ? {} : { fallback: String(fallback) }) };
  });
}

/** The text of `--help`. */
export function describeConfig(): string {
  const lines = describeSettings().map(({ flag, fallback, doc }) => {
    const note = fallback === undefined ? "" : ` (default ${fallback})`;
    return `  ${flag.padEnd(30)} ${doc}${note}`;
  });
  return [
    "Usage: lightwell-service [all|api|worker] [FLAGS]",
    "",
    "Serves the v3 image-enhancement API. On PostgreSQL, any number of processes share the work: `api` answers clients,",
    "`worker` groups, enhances and delivers events, `all` (the default) does both.",
    "Each flag can also be set in the environment: --data-dir as LIGHTWELL_DATA_DIR.",
    "",
    "Flags:",
    ...lines,
    "  -h, --help                     Show this help",
    "  -V, --version                  Show the version",
    "",
  ].join("\n");
}

const settingNames = Object.keys(settings) as (keyof Config)[];

function readFlags(args: readonly string[]): [keyof Config, string][] {
  const found: [keyof Config, string][] = [];
  for (let i = 0; i < args.length; i++) {
    const [, flagText, inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(args[i]) ?? [];
    const name = settingNames.find((one) => flagName(one) === flagText);
    if (!name) throw new ConfigError(`there is no flag ${args[i]}; --help lists all`);
    if (inline !== undefined) found.push([name, inline]);
    else if (!settings[name].value) found.push([name, "true"]);
    else {
      i++;
      if (i >= args.length) throw new ConfigError(`--${flagText}: expected a value after it, got none`);
      found.push([name, args[i]]);
    }
  }
  return found;
}

function flagName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function variableName(name: string): string {
  return `LIGHTWELL_${flagName(name).replaceAll("-", "_").toUpperCase()}`;
}
