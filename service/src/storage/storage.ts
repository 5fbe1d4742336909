import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

/**
 * Bytes by key. Only the service makes keys (`storageKey`), never from client data. If the storage is remote, every
 * method can throw `StorageUnavailable`: the same call may succeed a moment later.
 */
export interface Storage {
  /**
   * Stores `bytes` under `key`, completely or not at all: the key does not exist before the last byte is safe. `head`
   * has the first 4096 bytes, to detect the format. Throws `TooLarge` after more than `maxBytes`.
   */
  write(key: string, bytes: Readable, maxBytes: number): Promise<Written & { readonly head: Uint8Array }>;
  /** Size in bytes; undefined if the key does not exist. */
  find(key: string): Promise<{ readonly sizeBytes: number } | undefined>;
  /** The bytes from `start` to `end`, both included. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Removes the bytes, if there are any. */
  remove(key: string): Promise<void>;
  /** A local file with the bytes, for the engine to read; `release` ends its use. */
  borrow(key: string): Promise<{ readonly path: string; release(): Promise<void> }>;
  /** Moves a finished local file to `key`, completely or not at all. */
  adopt(key: string, path: string): Promise<Written>;
  /** Every existing key, in no particular order. */
  list(): AsyncIterable<string>;
  /** Throws `DiskFull` if fewer than `minFreeBytes` are free on the local disk. Does not query a remote store. */
  requireSpace(minFreeBytes: number): Promise<void>;
  /** Throws if the storage cannot be used; `DiskFull` if fewer than `minFreeBytes` are free. */
  check(minFreeBytes: number): Promise<void>;
  /** Removes remains of unfinished uploads that are older than `olderThanMs`; returns how many. */
  removeUnfinished(olderThanMs: number): Promise<number>;
  /** Uploads that do not pass through the service; undefined if the storage does not support them. */
  readonly direct?: DirectUploads;
  close(): Promise<void>;
}

/**
 * Uploads straight to the store. Each bracket has one pending key, which only these methods read: its bytes come from a
 * client, are unchecked, and can change at any moment.
 */
export interface DirectUploads {
  /**
   * An address that accepts a PUT for `seconds`, at most 604,800 (a week). If `contentType` is given, the store refuses
   * another Content-Type with 403.
   */
  address(bracketId: string, contentType: string | null, seconds: number): Promise<string>;
  /** Ids of the brackets whose bytes have arrived. */
  arrivals(): AsyncIterable<string>;
  /**
   * Reads the bytes that arrived and copies exactly those to `key`. Returns undefined if nothing is there. Throws
   * `TooLarge` if it has more than `maxBytes`, and `StorageUnavailable` if it changed meanwhile.
   */
  take(
    bracketId: string,
    key: string,
    maxBytes: number,
  ): Promise<(Written & { readonly head: Uint8Array }) | undefined>;
  /** Removes the bytes that arrived. */
  drop(bracketId: string): Promise<void>;
}

export interface Written {
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

/** The store is unavailable, too slow or too busy; `cause` has details. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

/** The store refuses requests: the bucket does not exist, or the credentials do not allow access. */
export class StorageRefused extends Error {
  override readonly name = "StorageRefused";
}

export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof Error && (error instanceof StorageUnavailable || isStorageUnavailable(error.cause));
}

/** ENOSPC, EDQUOT, and PostgreSQL's disk_full. */
const fullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];

/** Whether `error`, or its cause, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DiskFull || ("code" in error && fullCodes.includes(error.code)) || isDiskFull(error.cause);
}

/**
 * Codes of a failing or missing disk, and of too many open files: none is the fault of the request.
 */
const brokenCodes: readonly unknown[] = ["EIO", "EROFS", "EMFILE", "ENFILE", "ESTALE", "ENODEV"];

export function isDiskBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && brokenCodes.includes(error.code)) || isDiskBroken(error.cause);
}

/** A storage key: a kind and a random name, spread over folders. It contains nothing that a client sent. */
export function storageKey(kind: "source" | "part" | "summary" | "full" | "preview"): string {
  const name = randomUUID();
  return `${kind}/${name.slice(0, 2)}/${name}`;
}

/** Whether `key` has the shape that `storageKey` gives it. */
export function isStorageKey(key: string): boolean {
  return /^[a-z]+\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key);
}

export function checkStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
}
