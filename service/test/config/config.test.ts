import { describe, expect, test } from "vitest";
import { ConfigError, describeConfig, readConfig } from "../../src/config/config.ts";

describe("the configuration", () => {
  test("has a default for everything", () => {
    expect(readConfig([], {})).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      requestsPerSecond: 300,
      sameNamePerHour: 30,
      dailyEnhancements: 500,
      databaseUrl: undefined,
      privateWebhooks: false,
      trustProxy: undefined,
    });
  });

  test("comes from the environment, and from flags before it", () => {
    const environment = { LIGHTWELL_PORT: "9000", LIGHTWELL_DAILY_ENHANCEMENTS: "7", LIGHTWELL_TRUST_PROXY: "1" };
    const config = readConfig(["--port", "9001", "--max-upload-mb=20", "--private-webhooks"], environment);
    expect(config).toMatchObject({
      port: 9001,
      dailyEnhancements: 7,
      maxUploadMb: 20,
      privateWebhooks: true,
      trustProxy: { hops: 1 },
    });
  });

  test("takes an empty variable as not set, and a flag with a value as said", () => {
    expect(readConfig(["--private-webhooks=no"], { LIGHTWELL_PORT: "" })).toMatchObject({
      port: 8080,
      privateWebhooks: false,
    });
  });

  test.each([
    ["s3://pictures", { bucket: "pictures", prefix: "" }],
    ["s3://pictures/", { bucket: "pictures", prefix: "" }],
    ["s3://my.bucket-1/lightwell/test/", { bucket: "my.bucket-1", prefix: "lightwell/test" }],
  ])("reads a bucket and its prefix from %s", (given, expected) => {
    expect(readConfig(["--storage", given], {})?.storage).toEqual(expected);
  });

  test.each(["pictures", "s3://", "s3://UPPER", "s3://a", "s3://pictures/a b", "https://example.org"])(
    "refuses %s as storage",
    (given) => {
      expect(() => readConfig(["--storage", given], {})).toThrow(/--storage: expected s3:\/\/bucket/);
    },
  );

  test("takes direct uploads with a bucket alone, and for a week at most", () => {
    const direct = (...more: string[]) => readConfig(["--direct-uploads", ...more], {});
    expect(() => direct()).toThrow("--direct-uploads: expected --storage s3://bucket with it, got none");
    expect(direct("--storage", "s3://pictures")?.directUploads).toBe(true);
    expect(() => direct("--storage", "s3://pictures", "--upload-minutes", "10081")).toThrow(/10080 at most/);
  });

  test("drops the slash at the end of the public address", () => {
    expect(readConfig(["--public-url", "https://a.example/x/"], {})?.publicUrl).toBe("https://a.example/x");
  });

  test.each([
    [["--port", "70000"], "--port: expected a whole number from 0 to 65535, got 70000"],
    [["--port=1.5"], "--port: expected a whole number"],
    [["--port"], "--port: expected a value after it, got none"],
    [["--colour", "red"], "there is no flag --colour"],
    [["serve"], "there is no flag serve"],
    [["--log-level", "loud"], "--log-level: expected one of fatal, error"],
    [["--public-url", "ftp://a.example"], "--public-url: expected an http or https address"],
    [["--database-url", "mysql://a"], "--database-url: expected an address that begins with postgres://"],
    [["--trust-proxy", "true"], "--trust-proxy: expected a number of proxies, or networks such as 10.0.0.0/8"],
    [["--trust-proxy", "0"], "--trust-proxy: expected 1 to 16 proxies, got 0"],
    [["--private-webhooks=perhaps"], "--private-webhooks: expected true or false"],
  ])("refuses %j by the flag's name", (args, message) => {
    expect(() => readConfig(args, {})).toThrow(ConfigError);
    expect(() => readConfig(args, {})).toThrow(message);
  });

  test("names the flag of a variable that is not as it must be", () => {
    expect(() => readConfig([], { LIGHTWELL_STOP_SECONDS: "soon" })).toThrow("--stop-seconds: expected a whole number");
  });

  test("gives way to help, which names every flag with its default", () => {
    expect(readConfig(["--port", "no number", "--help"], {})).toBeUndefined();
    const help = describeConfig();
    for (const name of ["--host TEXT", "--port N", "--private-webhooks ", "--database-url URL", "-h, --help"]) {
      expect(help).toContain(name);
    }
    expect(help).toMatch(/--daily-enhancements N +Enhancements a day .* \(default 500\)/);
  });
});
