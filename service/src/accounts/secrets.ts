import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from "node:crypto";
import { copyFile, link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config/config.ts";

/**
 * Random keys of this installation, made at the first start: one half is in the database, the other in the data folder.
 */
export interface Secrets {
  /** Under AES-256-GCM; base64url of nonce, tag and text. */
  seal(text: string): string;
  /** Throws if `sealed` was not sealed with these keys. */
  open(sealed: string): string;
  /** HMAC-SHA-256, base64url. `purpose` keeps signatures of one kind from being used as another. */
  sign(purpose: string, text: string): string;
  /** In constant time. */
  verify(purpose: string, text: string, signature: string): boolean;
}

const fileName = "master.key";

/** The shortest master key, in bytes. */
const minKeyBytes = 32;

/**
 * Secrets derived from the master key and `half`, from the database: neither alone opens or signs anything. The key is
 * `master.key` in the data folder, created if it is missing, or the named file, which must exist. Throws `ConfigError`.
 */
export async function openSecrets(half: Buffer, dataDir: string, masterKeyFile?: string): Promise<Secrets> {
  const key =
    masterKeyFile === undefined ? await readOrMake(join(dataDir, fileName)) : await readMasterKey(masterKeyFile);
  return secretsFrom(Buffer.concat([half, key]));
}

/** Seals and signs with `current`; opens and verifies with either key. Used while keys are exchanged. */
export function acceptBoth(current: Secrets, other: Secrets): Secrets {
  return {
    ...current,
    open(sealed) {
      try {
        return current.open(sealed);
      } catch {
        return other.open(sealed);
      }
    },
    verify: (...given) => current.verify(...given) || other.verify(...given),
  };
}

/**
 * Makes the key in `path` that of the data folder. The former key stays next to it as `master.key.former`; returns that
 * path, or undefined if the folder already has the key. Throws `ConfigError`.
 */
export async function replaceMasterKey(dataDir: string, path: string): Promise<string | undefined> {
  const key = await readMasterKey(path);
  const own = join(dataDir, fileName);
  if (key.equals(await readOrMake(own))) return undefined;
  const [former, next] = [`${own}.former`, `${own}.${randomUUID()}`];
  await copyFile(own, former);
  await writeFile(next, key, { flag: "wx", mode: 0o600, flush: true });
  await rename(next, own);
  return former;
}

async function readMasterKey(path: string): Promise<Buffer> {
  const key = await readFile(path).catch((error) => {
    throw new ConfigError(`master key: ${path} cannot be read (${error.code})`);
  });
  if (key.length >= minKeyBytes) return key;
  throw new ConfigError(`master key: expected ${minKeyBytes} random bytes or more in ${path}, got ${key.length}`);
}

/** 32 bytes that only the owner can read. Two processes that start at once get the same key. */
async function readOrMake(path: string): Promise<Buffer> {
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, randomBytes(32), { flag: "wx", mode: 0o600, flush: true });
  try {
    await link(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(temporary);
  }
  return readFile(path);
}

export function secretsFrom(root: Buffer): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", root, "", purpose, 32));
  const sealing = derive("seal");
  const signing = new Map<string, Buffer>();
  const sign = (purpose: string, text: string) => {
    const key = signing.get(purpose) ?? derive(`sign ${purpose}`);
    signing.set(purpose, key);
    return createHmac("sha256", key).update(text).digest("base64url");
  };
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    sign,
    verify: (purpose, text, signature) => sameText(sign(purpose, text), signature),
  };
}

/** In constant time for texts of one length. */
function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** SHA-256, hex: how keys are kept. They are random and long, so nothing slower is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
