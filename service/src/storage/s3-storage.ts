import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Bucket } from "../config/setting-kinds.ts";
import { FileCache } from "./file-cache.ts";
import { FreeSpace, Meter } from "./meter.ts";
import { S3DirectUploads } from "./s3-direct-uploads.ts";
import { isMissing, refusalOf, storageErrorOf } from "./s3-errors.ts";
import {
  checkStorageKey,
  type DirectUploads,
  isStorageKey,
  type Storage,
  StorageRefused,
  type Written,
} from "./storage.ts";

/** Smallest part that S3 accepts, in bytes; 10,000 parts allow uploads of at most 50 GB. */
const partBytes = 5 * 2 ** 20;
/** Parts of an upload in memory at once. One, since a thousand clients may upload at the same time. */
const partsOfUpload = 1;
/** The same for a finished picture: few are made at once, one in each engine process. */
const partsOfPicture = 3;
/** Most connections to the store; more than the concurrent uploads, downloads and copies of a busy service. */
const maxConnections = 256;
/**
 * Tries of one request, with pauses of 0.1 to 0.4 s: after longer outages, the client or the queue retries.
 */
const maxAttempts = 4;
const connectMs = 5000;
/** How long the store may be silent, in ms. A part of 5 MiB then needs 170 kB/s. */
const defaultSilenceMs = 30_000;
/** How long an answer of the store to `check` is used, in ms. */
const checkMs = 2000;

/** Where the bytes are kept. */
export interface S3Place extends Bucket {
  /** Address of a store other than AWS. */
  readonly endpoint: string | undefined;
  /** Default: that of the AWS settings, or `us-east-1` with an endpoint. */
  readonly region: string | undefined;
  /** The bucket is in the path of addresses, not in their host. */
  readonly pathStyle: boolean;
}

export interface S3Options {
  /** Folder for local copies; emptied at the start. */
  readonly cacheFolder: string;
  readonly cacheBytes: number;
  /** How long the store may be silent before a try fails, in ms. Default 30,000. */
  readonly silenceMs?: number;
}

/**
 * Storage in a bucket of an S3-compatible store, with credentials from the standard chain (environment, shared files,
 * role of the machine or container). Uploads are sent in parts as they arrive and appear after the last part.
 */
export class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #cache: FileCache;
  readonly #space: FreeSpace;
  readonly direct: DirectUploads;
  #checked: { readonly at: number; readonly answer: Promise<void> } | undefined;

  private constructor(client: S3Client, { bucket, prefix }: S3Place, cache: FileCache, space: FreeSpace) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
    this.#cache = cache;
    this.#space = space;
    this.direct = new S3DirectUploads(client, bucket, this.#prefix);
  }

  /** Throws `StorageRefused` if the bucket cannot be used, but not if the store is temporarily unavailable. */
  static async open(place: S3Place, options: S3Options): Promise<S3Storage> {
    const client = makeClient(place, options.silenceMs ?? defaultSilenceMs);
    const load = (key: string, path: string) => storage.#load(key, path);
    const cache = await FileCache.open(options.cacheFolder, { maxBytes: options.cacheBytes, load });
    const storage = new S3Storage(client, place, cache, new FreeSpace(options.cacheFolder));
    try {
      await storage.check(0);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) {
        await storage.close();
        throw new StorageRefused(`s3://${place.bucket} cannot be used: ${refusal}`, { cause: error });
      }
    }
    return storage;
  }

  async write(key: string, bytes: Readable, maxBytes: number) {
    const meter = new Meter(maxBytes);
    await this.#upload(key, bytes, meter, partsOfUpload);
    return { ...meter.written(), head: meter.head() };
  }

  async find(key: string) {
    try {
      const { ContentLength: sizeBytes = 0 } = await this.#client.send(new HeadObjectCommand(this.#object(key)));
      return { sizeBytes };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storageErrorOf(error);
    }
  }

  async read(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#object(key), ...part }));
      if (!Body) throw new Error(`the store sent no bytes for ${key}`);
      return Body as Readable;
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  async remove(key: string): Promise<void> {
    const object = this.#object(key);
    await this.#cache.remove(key);
    try {
      await this.#client.send(new DeleteObjectCommand(object));
    } catch (error) {
      if (!isMissing(error)) throw storageErrorOf(error);
    }
  }

  async borrow(key: string) {
    checkStorageKey(key);
    return this.#cache.borrow(key);
  }

  /** The signature of every part includes the SHA-256 of its bytes, which the store compares with what it received. */
  async adopt(key: string, path: string): Promise<Written> {
    const meter = new Meter();
    await this.#upload(key, createReadStream(path), meter, partsOfPicture);
    await rm(path, { force: true });
    return meter.written();
  }

  async *list(): AsyncGenerator<string> {
    for (let next: string | undefined; ; ) {
      const page = await this.#send(() =>
        this.#client.send(
          new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken: next }),
        ),
      );
      for (const { Key = "" } of page.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (isStorageKey(key)) yield key;
      }
      next = page.NextContinuationToken;
      if (!page.IsTruncated || next === undefined) return;
    }
  }

  async requireSpace(minFreeBytes: number): Promise<void> {
    await this.#space.require(minFreeBytes);
  }

  async check(minFreeBytes: number): Promise<void> {
    await this.#space.require(minFreeBytes);
    const now = performance.now();
    if (!this.#checked || now - this.#checked.at > checkMs) {
      const answer = this.#send(() => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket })));
      this.#checked = { at: now, answer: answer.then(() => {}) };
    }
    await this.#checked.answer;
  }

  async removeUnfinished(olderThanMs: number): Promise<number> {
    let removed = 0;
    for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
      const page = await this.#send(() =>
        this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: this.#prefix, ...marker })),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Initiated || Date.now() - Initiated.getTime() < olderThanMs) continue;
        const upload = { Bucket: this.#bucket, Key, UploadId };
        await this.#send(() => this.#client.send(new AbortMultipartUploadCommand(upload)));
        removed++;
      }
      if (!page.IsTruncated || page.NextKeyMarker === undefined) return removed;
      marker = {
        KeyMarker: page.NextKeyMarker,
        ...(page.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: page.NextUploadIdMarker }),
      };
    }
  }

  async close(): Promise<void> {
    this.#cache.close();
    this.#client.destroy();
  }

  /** Streams through `meter` to the store. If either fails, the stored parts are removed. */
  async #upload(key: string, bytes: Readable, meter: Meter, partsAtOnce: number): Promise<void> {
    let failure: unknown;
    // The first failure; the others follow from it.
    for (const stream of [bytes, meter]) stream.once("error", (error) => (failure ??= error));
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#object(key), Body: meter },
      partSize: partBytes,
      queueSize: partsAtOnce,
    });
    const sent = upload.done().catch((error) => {
      failure ??= storageErrorOf(error);
      meter.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    const ends = await Promise.allSettled([pipeline(bytes, meter), sent]);
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failure ?? storageErrorOf(failed.reason);
  }

  async #load(key: string, path: string): Promise<void> {
    const bytes = await this.read(key);
    try {
      await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  async #send<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  #object(key: string) {
    checkStorageKey(key);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }
}

function makeClient({ endpoint, region, pathStyle }: S3Place, silenceMs: number): S3Client {
  const named = region ?? (endpoint === undefined ? undefined : "us-east-1");
  return new S3Client({
    forcePathStyle: pathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(named === undefined ? {} : { region: named }),
    maxAttempts,
    // Not all stores support checksums in trailers; parts are signed with their SHA-256 in any case.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets: maxConnections },
      httpsAgent: { keepAlive: true, maxSockets: maxConnections },
    },
  });
}
