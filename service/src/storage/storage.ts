import type { Readable } from "node:stream";

/**
 * Bytes by key. A key is made by the service alone (`storageKey`), never from what a client sends. Every method can
 * throw `StorageUnavailable` where the storage is remote: the same call may succeed a moment later.
 */
export interface Storage {
  /**
   * Keeps what `bytes` gives under `key`, whole or not at all: nothing is seen under the key before the last byte is
   * safe. `head` is the first 4096 bytes, to tell what it is. Throws `TooLarge` once more than `maxBytes` came.
   */
  write(key: string, bytes: Readable, maxBytes: number): Promise<Written & { readonly head: Uint8Array }>;
  /** Size of what is kept; undefined where there is nothing. */
  find(key: string): Promise<{ readonly sizeBytes: number } | undefined>;
  /** The bytes from `start` to `end`, both counted in. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /** Nothing happens where there is nothing. */
  remove(key: string): Promise<void>;
  /** A local file with the bytes, for the engine to read; `release` ends its use. */
  borrow(key: string): Promise<{ readonly path: string; release(): Promise<void> }>;
  /** Moves a finished local file in under `key`, whole or not at all. */
  adopt(key: string, path: string): Promise<Written>;
  /** Every key that something is kept under, in no order. */
  list(): AsyncIterable<string>;
  /** Throws `DiskFull` where less than `leastFreeBytes` are left on the local disk. Asks nothing of a remote store. */
  requireSpace(leastFreeBytes: number): Promise<void>;
  /** Throws where the storage cannot be used; `DiskFull` where less than `leastFreeBytes` are left. */
  check(leastFreeBytes: number): Promise<void>;
  /** Removes what uploads that never ended have left, once it is older than `olderThanMs`; returns how many. */
  removeUnfinished(olderThanMs: number): Promise<number>;
  /** Uploads that do not pass through the service; undefined where the storage takes none. */
  readonly direct?: DirectUploads;
  close(): Promise<void>;
}

/**
 * Uploads straight to the store. Each bracket has one pending key, which nothing but these methods reads: what lies
 * there is a client's, unchecked, and can change at any moment.
 */
export interface DirectUploads {
  /**
   * An address that takes a PUT for `seconds`, 604,800 (a week) at most. Where `contentType` is given, the store
   * refuses another Content-Type with 403.
   */
  address(bracketId: string, contentType: string | null, seconds: number): Promise<string>;
  /** Ids of the brackets whose bytes have arrived. */
  arrivals(): AsyncIterable<string>;
  /**
   * Reads what arrived and copies exactly those bytes to `key`. Returns undefined if nothing is there. Throws
   * `TooLarge` if it has more than `maxBytes`, and `StorageUnavailable` if it changed meanwhile.
   */
  take(
    bracketId: string,
    key: string,
    maxBytes: number,
  ): Promise<(Written & { readonly head: Uint8Array }) | undefined>;
  /** Removes what arrived. */
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

/** The store is away, too slow or too busy; `cause` says which. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

/** The store refuses what it is asked: the bucket does not exist, or the credentials do not open it. */
export class StorageRefused extends Error {
  override readonly name = "StorageRefused";
}

export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof Error && (error instanceof StorageUnavailable || isStorageUnavailable(error.cause));
}

/** ENOSPC, EDQUOT, and PostgreSQL's disk_full. */
const fullCodes: readonly unknown[] = ["ENOSPC", "EDQUOT", "53100"];

/** Whether `error`, or what caused it, is a disk without space. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof DiskFull || ("code" in error && fullCodes.includes(error.code)) || isDiskFull(error.cause);
}

/**
 * A disk that fails or is gone, and files that the system opens no more of: nothing that the request is at fault for.
 */
const brokenCodes: readonly unknown[] = ["EIO", "EROFS", "EMFILE", "ENFILE", "ESTALE", "ENODEV"];

export function isDiskBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && brokenCodes.includes(error.code)) || isDiskBroken(error.cause);
}
