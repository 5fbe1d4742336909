import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { S3Storage } from "../../src/storage/s3-storage.ts";
import { StorageRefused, StorageUnavailable, storageKey } from "../../src/storage/storage.ts";
import { type Fault, type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { borrowSwift } from "../support/shared-swift.ts";
import { isSwiftInstalled, type SwiftServer } from "../support/swift-server.ts";
import { poll, shootFile, startTestService, type TestService } from "../support/test-service.ts";

const large = randomBytes(11 * 2 ** 20);
const small = Buffer.from("0123456789");
const silenceMs = 1500;
/** Swift rounds the time of an upload up to the second, which can lie ahead. */
const anyAgeMs = -2000;

describe.skipIf(!isSwiftInstalled())("a store that fails (skipped without the programs of Swift)", () => {
  let swift: SwiftServer;
  let proxy: FaultProxy;
  let folder: string;
  let storage: S3Storage;

  const open = (bucket: string) =>
    S3Storage.open(
      { bucket, prefix: "", endpoint: proxy.address, region: "us-east-1", pathStyle: true },
      { cacheFolder: join(folder, "cache"), cacheBytes: 0, silenceMs },
    );

  beforeAll(async () => {
    swift = await borrowSwift();
    process.env["AWS_ACCESS_KEY_ID"] = swift.credentials.accessKeyId;
    process.env["AWS_SECRET_ACCESS_KEY"] = swift.credentials.secretAccessKey;
    proxy = await startFaultProxy(swift.endpoint);
    folder = await mkdtemp(join(tmpdir(), "lightwell-faults-"));
    storage = await open(swift.bucket);
  });
  afterEach(() => proxy.set("none"));
  afterAll(async () => {
    await storage.close();
    await proxy.close();
    await swift.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each<Fault>(["503", "silence", "cut"])("is unavailable for every call while it does so: %s", async (fault) => {
    const key = storageKey("full");
    await storage.write(key, Readable.from([small]), 100);
    const path = join(folder, "finished.jpg");
    await writeFile(path, small);
    proxy.set(fault);
    // The store's answer to a check is used for two seconds.
    await sleep(2100);
    const calls = {
      write: () => storage.write(storageKey("source"), Readable.from([small]), 100),
      read: () => storage.read(key),
      find: () => storage.find(key),
      borrow: () => storage.borrow(key),
      adopt: () => storage.adopt(storageKey("full"), path),
      list: () => storage.list()[Symbol.asyncIterator]().next(),
      check: () => storage.check(0),
      remove: () => storage.remove(key),
      removeUnfinished: () => storage.removeUnfinished(0),
    };
    const ends = await Promise.all(
      Object.entries(calls).map(async ([name, call]) => [name, await call().catch((error: unknown) => error)] as const),
    );
    for (const [name, end] of ends) expect(end, name).toBeInstanceOf(StorageUnavailable);
    proxy.set("none");
    expect(await storage.find(key)).toEqual({ sizeBytes: small.length });
    expect(await storage.adopt(storageKey("full"), path)).toMatchObject({ sizeBytes: small.length });
    expect(await readdir(join(folder, "cache"))).toEqual([]);
  });

  test("keeps nothing of a large upload that it stopped taking", async () => {
    const key = storageKey("source");
    // The upload begins, and its first part is there.
    proxy.set("503", 2);
    await expect(storage.write(key, Readable.from([large]), large.length)).rejects.toBeInstanceOf(StorageUnavailable);
    proxy.set("none");
    expect(await storage.find(key)).toBeUndefined();
    // Removing the parts failed with it: the sweep does it later.
    expect(await storage.removeUnfinished(3_600_000)).toBe(0);
    expect(await storage.removeUnfinished(anyAgeMs)).toBe(1);
    expect(await storage.removeUnfinished(anyAgeMs)).toBe(0);
  });

  test("takes no bytes that were changed on the way", async () => {
    for (const bytes of [small, large]) {
      const path = join(folder, "finished.jpg");
      await writeFile(path, bytes);
      const key = storageKey("full");
      proxy.set("changed");
      await expect(storage.adopt(key, path)).rejects.toBeInstanceOf(StorageUnavailable);
      proxy.set("none");
      expect(await storage.find(key)).toBeUndefined();
      await storage.removeUnfinished(anyAgeMs);
    }
  });

  test("gives no half file to the engine where it stops within an answer", async () => {
    const key = storageKey("source");
    await storage.write(key, Readable.from([large]), large.length);
    proxy.set("stall");
    await expect(storage.borrow(key)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(storage.read(key).then(buffer)).rejects.toThrow();
    expect(await readdir(join(folder, "cache"))).toEqual([]);
  });

  test("is refused at the start if the bucket does not exist, and awaited if it is away", async () => {
    const refused = await open("no-such-bucket").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StorageRefused);
    expect(refused).toMatchObject({ message: "s3://no-such-bucket cannot be used: the bucket does not exist" });
    process.env["AWS_SECRET_ACCESS_KEY"] = "wrong";
    await expect(open(swift.bucket)).rejects.toThrow("the store refuses the credentials");
    process.env["AWS_SECRET_ACCESS_KEY"] = swift.credentials.secretAccessKey;
    proxy.set("503");
    const later = await open(swift.bucket);
    proxy.set("none");
    await sleep(2100);
    await later.check(0);
    await later.close();
  });

  describe("a service on it", () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService({
        storage: { bucket: swift.bucket, prefix: "service" },
        storageEndpoint: proxy.address,
        storagePathStyle: true,
      });
    });
    afterAll(() => service.close());

    const register = async () => (await service.call("POST", "/v3/images", { body: { image_name: "a.jpg" } })).json;
    const put = async (url: unknown, body: Buffer) => service.call("PUT", String(url), { key: null, body });

    test("answers 503 with Retry-After, and takes the same upload later", async () => {
      const { image_id: id, upload_url: url } = await register();
      const bytes = await shootFile("IMG_0012.JPG");
      proxy.set("503");
      const refused = await put(url, bytes);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(refused.json["message"]).toMatch(/storage does not answer/);
      expect((await register())["image_id"]).toBeDefined();
      proxy.set("none");
      expect((await put(url, bytes)).status).toBe(200);
      const ask = () => service.call("GET", `/v3/images/${id}`);
      expect(await poll(ask, ({ status }) => status !== "processing")).toMatchObject({ status: "processed" });
      const picture = await service.call("GET", `/v3/images/${id}/enhanced`);
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      const part = await service.call("GET", `/v3/images/${id}/enhanced`, { headers: { range: "bytes=2-5" } });
      expect([part.status, part.bytes]).toEqual([206, picture.bytes.subarray(2, 6)]);
      proxy.set("503");
      const away = await service.call("GET", `/v3/images/${id}/enhanced`);
      expect([away.status, away.headers.get("retry-after")]).toEqual([503, "5"]);
      // The store's last answer counts for 2 s.
      const ready = () => service.call("GET", "/readyz");
      expect(await poll(ready, ({ status }) => status !== "ok")).toEqual({
        status: "unavailable",
        failed: ["storage"],
      });
    });

    test("makes an image whose job met a store that was away", async () => {
      const { image_id: id, upload_url: url } = await register();
      // The upload passes; the job then gets 503.
      proxy.set("503", 1);
      expect((await put(url, await shootFile("IMG_0012.JPG"))).status).toBe(200);
      await proxy.met();
      const ask = () => service.call("GET", `/v3/images/${id}`);
      expect((await ask()).json).toMatchObject({ status: "processing" });
      proxy.set("none");
      expect(await poll(ask, ({ status }) => status !== "processing")).toMatchObject({ status: "processed" });
    });
  });
});
