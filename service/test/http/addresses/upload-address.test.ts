import { afterEach, describe, expect, test, vi } from "vitest";
import { secretsFrom } from "../../../src/accounts/secrets.ts";
import { readConfig } from "../../../src/config/config.ts";
import { readUploadAddress, uploadAddress, uploadExpiry } from "../../../src/http/uploads.ts";
import type { Parts } from "../../../src/parts.ts";

const config = readConfig(["--upload-minutes", "10"], {});
const secrets = secretsFrom(Buffer.alloc(32, 1));
const parts = { config, secrets, publicUrl: () => "https://pictures.example.org" } as Parts;

afterEach(() => vi.useRealTimers());

function addressOf(contentType: string | null): Promise<string> {
  return uploadAddress(parts, { bracketId: "b1", expires: uploadExpiry(parts, new Date()), contentType });
}

function queryOf(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address).searchParams);
}

describe("an upload address", () => {
  test("is under the public address and names its expiry", async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    const address = await addressOf(null);
    expect(address).toMatch(/^https:\/\/pictures\.example\.org\/uploads\/b1\?/);
    expect(readUploadAddress({ secrets }, "b1", queryOf(address))).toEqual({
      bracketId: "b1",
      expires: 1_800_000_600,
      contentType: null,
    });
  });

  test("carries the type that it is bound to", async () => {
    const query = queryOf(await addressOf("image/jpeg"));
    expect(readUploadAddress({ secrets }, "b1", query)?.contentType).toBe("image/jpeg");
  });

  test("made with another installation's secret is none", async () => {
    const query = queryOf(await addressOf(null));
    expect(readUploadAddress({ secrets: secretsFrom(Buffer.alloc(32, 2)) }, "b1", query)).toBeUndefined();
  });
});
