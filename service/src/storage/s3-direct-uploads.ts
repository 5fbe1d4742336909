import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { Meter } from "./meter.ts";
import { isMissing, storageErrorOf } from "./s3-errors.ts";
import { checkStorageKey, type DirectUploads, StorageUnavailable, TooLarge } from "./storage.ts";

/** Largest copy of S3 in one request, in bytes. */
const copyBytes = 5 * 2 ** 30;

/** Uploads to signed addresses of a bucket, under `pending/`. */
export class S3DirectUploads implements DirectUploads {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  /** `prefix`: before every key. */
  constructor(client: S3Client, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  async address(bracketId: string, contentType: string | null, seconds: number): Promise<string> {
    const command = new PutObjectCommand({
      ...this.#pending(bracketId),
      ...(contentType === null ? {} : { ContentType: contentType }),
    });
    // Clients read it there; to the store it is only a part of the signed text.
    command.middlewareStack.add(
      (next) => async (args) => {
        const { query } = args.request as { readonly query: Record<string, string> };
        query["content-type"] = contentType ?? "application/octet-stream";
        return next(args);
      },
      { step: "build", name: "contentTypeInAddress" },
    );
    try {
      return await getSignedUrl(this.#client, command, {
        expiresIn: seconds,
        ...(contentType === null ? {} : { signableHeaders: new Set(["content-type"]) }),
      });
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  async *arrivals(): AsyncGenerator<string> {
    for (let next: string | undefined; ; ) {
      const page = await this.#client
        .send(
          new ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: `${this.#prefix}pending/`,
            ContinuationToken: next,
          }),
        )
        .catch((error: unknown) => {
          throw storageErrorOf(error);
        });
      for (const { Key = "" } of page.Contents ?? []) yield Key.slice(Key.lastIndexOf("/") + 1);
      next = page.NextContinuationToken;
      if (!page.IsTruncated || next === undefined) return;
    }
  }

  async take(bracketId: string, key: string, maxBytes: number) {
    checkStorageKey(key);
    const pending = this.#pending(bracketId);
    try {
      const { Body, ContentLength = 0, ETag } = await this.#client.send(new GetObjectCommand(pending));
      if (!Body) return undefined;
      const most = Math.min(maxBytes, copyBytes);
      const meter = new Meter(most);
      if (ContentLength > most) {
        (Body as Readable).destroy();
        throw new TooLarge(`more than ${most} bytes`);
      }
      await pipeline(Body as Readable, meter, async (bytes) => {
        for await (const _ of bytes);
      });
      await this.#client.send(
        new CopyObjectCommand({
          Bucket: this.#bucket,
          Key: `${this.#prefix}${key}`,
          CopySource: `${this.#bucket}/${pending.Key}`,
          CopySourceIfMatch: ETag,
        }),
      );
      return { ...meter.written(), head: meter.head() };
    } catch (error) {
      if (isMissing(error)) return undefined;
      if (isChanged(error)) throw new StorageUnavailable("the upload changed while it was read", { cause: error });
      throw storageErrorOf(error);
    }
  }

  async drop(bracketId: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#pending(bracketId)));
    } catch (error) {
      if (!isMissing(error)) throw storageErrorOf(error);
    }
  }

  #pending(bracketId: string) {
    const key = `pending/${bracketId.slice(0, 2)}/${bracketId}`;
    checkStorageKey(key);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }
}

function isChanged(error: unknown): boolean {
  return error instanceof Error && error.name === "PreconditionFailed";
}
