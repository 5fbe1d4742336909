import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DiskStorage } from "../../src/storage/disk-storage.ts";
import { S3Storage } from "../../src/storage/s3-storage.ts";
import { DiskFull, type Storage, storageKey, TooLarge } from "../../src/storage/storage.ts";
import { borrowSwift } from "../support/shared-swift.ts";
import { isSwiftInstalled, type SwiftServer } from "../support/swift-server.ts";

interface Opened {
  readonly storage: Storage;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly isHere: boolean;
  open(folder: string): Promise<Opened>;
}

const kinds: readonly Kind[] = [
  {
    name: "disk",
    isHere: true,
    async open(folder) {
      const storage = await DiskStorage.open(join(folder, "storage"));
      return { storage, close: () => storage.close() };
    },
  },
  {
    name: isSwiftInstalled() ? "S3 (Swift)" : "S3 (skipped: the programs of Swift are not installed)",
    isHere: isSwiftInstalled(),
    async open(folder) {
      const swift = await borrowSwift();
      const storage = await openS3(swift, folder);
      return {
        storage,
        async close() {
          await storage.close();
          await swift.close();
        },
      };
    },
  },
];

async function openS3({ endpoint, bucket, credentials }: SwiftServer, folder: string): Promise<S3Storage> {
  process.env["AWS_ACCESS_KEY_ID"] = credentials.accessKeyId;
  process.env["AWS_SECRET_ACCESS_KEY"] = credentials.secretAccessKey;
  return S3Storage.open(
    { bucket, prefix: "some/prefix", endpoint, region: undefined, pathStyle: true },
    { cacheFolder: join(folder, "cache"), cacheBytes: 2 ** 20 },
  );
}

/** Several parts of a multipart upload, and a rest. */
const large = randomBytes(12 * 2 ** 20 + 17);
/** Swift rounds the time of an upload up to the second, which can lie ahead. */
const anyAgeMs = -2000;
const small = Buffer.from("0123456789");

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** In chunks of uneven sizes, as a network gives them. */
function streamOf(bytes: Buffer): Readable {
  return Readable.from(
    (function* () {
      for (let start = 0, size = 1; start < bytes.length; start += size, size = 1 + ((size * 7) % 65_521)) {
        yield bytes.subarray(start, start + size);
      }
    })(),
  );
}

for (const { name, isHere, open } of kinds) {
  describe.skipIf(!isHere)(`storage: ${name}`, () => {
    let folder: string;
    let storage: Storage;
    let close: () => Promise<void>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "lightwell-storage-"));
      ({ storage, close } = await open(folder));
    });
    afterAll(async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    });

    const listed = async () => {
      const keys: string[] = [];
      for await (const key of storage.list()) keys.push(key);
      return keys;
    };

    test.each([
      ["no bytes", Buffer.alloc(0)],
      ["a few bytes", small],
      ["exactly one part", large.subarray(0, 5 * 2 ** 20)],
      ["several parts", large],
    ])("what is written comes back: %s", async (_, bytes) => {
      const key = storageKey("source");
      const written = await storage.write(key, streamOf(bytes), bytes.length);
      expect(written).toEqual({
        sizeBytes: bytes.length,
        sha256: hashOf(bytes),
        head: expect.objectContaining({ length: Math.min(4096, bytes.length) }),
      });
      expect(Buffer.from(written.head).equals(bytes.subarray(0, 4096))).toBe(true);
      expect(await storage.find(key)).toEqual({ sizeBytes: bytes.length });
      expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
    });

    test("a range has both of its ends", async () => {
      const key = storageKey("full");
      await storage.write(key, streamOf(large), large.length);
      for (const [start, end] of [
        [0, 0],
        [5, 9],
        [5 * 2 ** 20 - 3, 5 * 2 ** 20 + 3],
        [large.length - 4, large.length - 1],
      ]) {
        const part = await buffer(await storage.read(key, { start, end }));
        expect(part.equals(large.subarray(start, end + 1))).toBe(true);
      }
    });

    test.each([
      ["small", small],
      ["large", large],
    ])("of a %s upload that is too large nothing stays", async (_, bytes) => {
      const key = storageKey("source");
      await expect(storage.write(key, streamOf(bytes), bytes.length - 1)).rejects.toBeInstanceOf(TooLarge);
      expect(await storage.find(key)).toBeUndefined();
      expect(await listed()).not.toContain(key);
      expect(await storage.removeUnfinished(anyAgeMs)).toBe(0);
    });

    test.each([
      ["small", small],
      ["large", large],
    ])("of a %s upload whose client goes away nothing stays", async (_, bytes) => {
      const key = storageKey("source");
      const gone = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
      const cut = Readable.from(
        (function* () {
          yield bytes;
          throw gone;
        })(),
      );
      await expect(storage.write(key, cut, 2 ** 30)).rejects.toBe(gone);
      expect(await storage.find(key)).toBeUndefined();
      expect(await listed()).not.toContain(key);
      expect(await storage.removeUnfinished(anyAgeMs)).toBe(0);
    });

    test("nothing is seen under a key before the last byte came", async () => {
      const key = storageKey("source");
      let goOn = () => {};
      const waiting = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const slow = Readable.from(
        (async function* () {
          yield large;
          await waiting;
          yield small;
        })(),
      );
      const written = storage.write(key, slow, 2 ** 30);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await storage.find(key)).toBeUndefined();
      goOn();
      expect(await written).toMatchObject({ sizeBytes: large.length + small.length });
      expect(await storage.find(key)).toEqual({ sizeBytes: large.length + small.length });
    });

    test("a finished file is moved in", async () => {
      for (const bytes of [small, large]) {
        const key = storageKey("full");
        const path = join(folder, "finished.jpg");
        await writeFile(path, bytes);
        expect(await storage.adopt(key, path)).toEqual({ sizeBytes: bytes.length, sha256: hashOf(bytes) });
        expect((await buffer(await storage.read(key))).equals(bytes)).toBe(true);
        await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
      }
    });

    test("a borrowed file is local, and may be borrowed by several at once", async () => {
      const key = storageKey("source");
      await storage.write(key, streamOf(large), large.length);
      const borrowed = await Promise.all([storage.borrow(key), storage.borrow(key), storage.borrow(key)]);
      for (const { path } of borrowed) expect((await readFile(path)).equals(large)).toBe(true);
      await borrowed[0].release();
      expect((await readFile(borrowed[1].path)).equals(large)).toBe(true);
      await Promise.all(borrowed.map((file) => file.release()));
    });

    test("what is removed is gone, and removing it again changes nothing", async () => {
      const key = storageKey("preview");
      await storage.write(key, streamOf(small), small.length);
      await (await storage.borrow(key)).release();
      for (let i = 0; i < 2; i++) await storage.remove(key);
      expect(await storage.find(key)).toBeUndefined();
      await expect(storage.read(key).then(buffer)).rejects.toThrow();
      expect(await listed()).not.toContain(key);
    });

    test("every key is listed", async () => {
      const keys = Array.from({ length: 5 }, () => storageKey("source"));
      for (const key of keys) await storage.write(key, streamOf(small), small.length);
      expect(await listed()).toEqual(expect.arrayContaining(keys));
    });

    test("a key that is none is refused", async () => {
      for (const key of ["../../etc/passwd", "source/ab/..", "", "source/ab/x"]) {
        await expect(storage.write(key, streamOf(small), 100)).rejects.toThrow("not a storage key");
        await expect(storage.remove(key)).rejects.toThrow("not a storage key");
        await expect(storage.borrow(key)).rejects.toThrow("not a storage key");
      }
    });

    test("it says when the local disk has too little space", async () => {
      await storage.check(1);
      await storage.requireSpace(1);
      await expect(storage.check(2 ** 60)).rejects.toBeInstanceOf(DiskFull);
      await expect(storage.requireSpace(2 ** 60)).rejects.toBeInstanceOf(DiskFull);
    });
  });
}
