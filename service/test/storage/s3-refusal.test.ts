import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { S3Storage } from "../../src/storage/s3-storage.ts";
import { StorageRefused } from "../../src/storage/storage.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["credentials", "us-east-1", /no credentials were found; set AWS_ACCESS_KEY_ID/],
  ["a region", undefined, /Region is missing/],
])(
  "without %s a bucket is refused with a sentence, and nothing is asked of the network",
  async (_, region, message) => {
    const folder = await mkdtemp(join(tmpdir(), "lightwell-refusal-"));
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_REGION"])
      vi.stubEnv(name, undefined);
    for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) vi.stubEnv(name, join(folder, "none"));
    vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
    const place = { bucket: "pictures", prefix: "", endpoint: undefined, region, pathStyle: false };
    const opened = S3Storage.open(place, { cacheFolder: join(folder, "cache"), cacheBytes: 0 });
    const error = await opened.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StorageRefused);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
    await rm(folder, { recursive: true, force: true });
  },
);
