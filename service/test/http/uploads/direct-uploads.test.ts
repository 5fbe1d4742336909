import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { borrowSwift } from "../../support/shared-swift.ts";
import { isSwiftInstalled, type SwiftServer } from "../../support/swift-server.ts";
import { poll, shootFile, startTestService, type TestService } from "../../support/test-service.ts";

describe.skipIf(!isSwiftInstalled())("direct uploads (skipped without the programs of Swift)", () => {
  let swift: SwiftServer;
  let service: TestService;
  let client: S3Client;
  let picture: Buffer;

  beforeAll(async () => {
    swift = await borrowSwift();
    process.env["AWS_ACCESS_KEY_ID"] = swift.credentials.accessKeyId;
    process.env["AWS_SECRET_ACCESS_KEY"] = swift.credentials.secretAccessKey;
    client = new S3Client({
      endpoint: swift.endpoint,
      region: "us-east-1",
      forcePathStyle: true,
      credentials: swift.credentials,
    });
    service = await startTestService({
      storage: { bucket: swift.bucket, prefix: "direct" },
      storageEndpoint: swift.endpoint,
      storagePathStyle: true,
      directUploads: true,
      maxUploadMb: 5,
    });
    picture = await shootFile("IMG_0012.JPG");
  });
  afterAll(async () => {
    await service.close();
    client.destroy();
    await swift.close();
  });

  const register = async (body: object = {}) => {
    const { json } = await service.call("POST", "/v3/images", { body: { image_name: "a.jpg", ...body } });
    return { id: String(json["image_id"]), url: String(json["upload_url"]) };
  };
  const put = async (url: string, body: Uint8Array, contentType = "application/octet-stream") =>
    (await fetch(url, { method: "PUT", body, headers: { "content-type": contentType } } as RequestInit)).status;
  const image = (id: string) => service.call("GET", `/v3/images/${id}`);
  const ended = (id: string) =>
    poll(
      () => image(id),
      ({ status }) => status === "processed" || status === "error",
    );
  const pending = async () => {
    const { Contents = [] } = await client.send(
      new ListObjectsV2Command({ Bucket: swift.bucket, Prefix: "direct/pending/" }),
    );
    return Contents.length;
  };

  test("go to the store, and make the image as others do", async () => {
    const { id, url } = await register();
    const address = new URL(url);
    expect(address.origin).toBe(swift.endpoint);
    expect(address.searchParams.get("content-type")).toBe("application/octet-stream");
    expect(await put(url, picture)).toBe(200);
    expect(await ended(id)).toMatchObject({ status: "processed" });
    const original = await service.call("GET", `/v3/images/${id}/original`);
    expect(original.bytes.equals(picture)).toBe(true);
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
  });

  test("must have the content type that was registered, an unchanged address, and come in time", async () => {
    const { id, url } = await register({ content_type: "image/jpeg" });
    expect(new URL(url).searchParams.get("content-type")).toBe("image/jpeg");
    expect(await put(url, picture, "image/png")).toBe(403);
    expect(await put(url.replace("/pending/", "/source/"), picture, "image/jpeg")).toBe(403);
    expect(await put(url.replace(/X-Amz-Expires=\d+/, "X-Amz-Expires=604800"), picture, "image/jpeg")).toBe(403);
    expect((await image(id)).json).toMatchObject({ status: "registered" });
    expect(await put(url, picture, "image/jpeg")).toBe(200);
    expect(await ended(id)).toMatchObject({ status: "processed" });
  });

  test.each([
    ["of another kind of file", Buffer.from("<html>no picture</html>"), /must be a picture/],
    ["above the size limit", Buffer.alloc(5 * 2 ** 20 + 1, 0xff), /5 MB at most/],
    ["of an empty file", Buffer.alloc(0), /is empty/],
  ])("bytes %s bring the image to error, and the right file then makes it", async (_, bytes, reason) => {
    const { id, url } = await register();
    expect(await put(url, bytes)).toBe(200);
    expect(await ended(id)).toMatchObject({ status: "error", status_reason: expect.stringMatching(reason) });
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
    expect(await put(url, picture)).toBe(200);
    const made = await poll(
      () => image(id),
      ({ status }) => status === "processed",
    );
    expect(made).toMatchObject({ status: "processed" });
  });

  test("to an address that was used change nothing", async () => {
    const { id, url } = await register();
    expect(await put(url, picture)).toBe(200);
    expect(await ended(id)).toMatchObject({ status: "processed" });
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
    expect(await put(url, await shootFile("IMG_0001.JPG"))).toBe(200);
    await expect.poll(pending, { timeout: 10_000 }).toBe(0);
    const original = await service.call("GET", `/v3/images/${id}/original`);
    expect(original.bytes.equals(picture)).toBe(true);
  });
});
