import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Config, ConfigError, readConfig } from "../../src/config/config.ts";
import { dailyLimitOf, sameNameLimitOf } from "../../src/domain/limits.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lightwell-limits-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function configure(text?: string): Config {
  const file = join(folder, "limits.json");
  if (text !== undefined) writeFileSync(file, text);
  const config = readConfig(text === undefined ? [] : ["--limits-file", file], {});
  if (!config) throw new Error("no configuration");
  return config;
}

const account = (tier: string, email = "any@example.org", dailyLimit: number | null = null) => ({
  tier,
  email,
  dailyLimit,
  sameNameLimit: null,
  createdAt: new Date("2026-06-30T12:00:00Z"),
});

const file = JSON.stringify({
  tiers: { trial: { dailyEnhancements: 50 }, enterprise: { sameNamePerHour: 300 } },
  accounts: {
    "large@example.org": { tier: "enterprise", dailyEnhancements: 9000 },
    "none@example.org": { dailyEnhancements: 0 },
  },
});

describe("the limits of an account", () => {
  test("are the configured ones where no file is given, but enterprise is larger", () => {
    const config = configure();
    expect(
      ["trial", "standard", "enterprise", "constructor"].map((tier) => dailyLimitOf(account(tier), config)),
    ).toEqual([500, 500, 5000, 500]);
    expect(sameNameLimitOf(account("enterprise"), config)).toBe(30);
  });

  test.each([
    ["its tier's", account("trial"), 50, 30],
    ["the configured where its tier has none", account("enterprise"), 500, 300],
    ["the configured where its tier is unknown", account("gold"), 500, 30],
    ["its own, with another tier's where it has none", account("trial", "large@example.org"), 9000, 300],
    ["its own, even where that is nothing", account("trial", "none@example.org"), 0, 30],
    ["its row's, before all others", account("trial", "large@example.org", 7), 7, 300],
  ])("are %s", (_whose, given, daily, sameName) => {
    const config = configure(file);
    expect([dailyLimitOf(given, config), sameNameLimitOf(given, config)]).toEqual([daily, sameName]);
  });
});

test("a new limit applies to accounts made from its day on, and to the others from the announced day", () => {
  const changes = (everyoneFrom?: string) =>
    configure(
      JSON.stringify({
        tiers: { trial: { dailyEnhancements: 50 } },
        accounts: { "own@example.org": { dailyEnhancements: 7 } },
        changes: { dailyEnhancements: { newAccountsFrom: "2026-07-01", before: 800, everyoneFrom } },
      }),
    );
  const madeAt = (time: string, email = "any@example.org") => ({
    ...account("trial", email),
    createdAt: new Date(time),
  });
  const [old, fresh] = [madeAt("2026-06-30T23:59:59Z"), madeAt("2026-07-01T00:00:00Z")];
  const own = madeAt("2026-01-01T00:00:00Z", "own@example.org");
  const dailyOf = (config: Config) => [old, fresh, own].map((one) => dailyLimitOf(one, config));
  expect(dailyOf(changes())).toEqual([800, 50, 7]);
  expect(sameNameLimitOf(old, changes())).toBe(30);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-08-31T23:59:59Z") });
  expect(dailyOf(changes("2026-09-01"))).toEqual([800, 50, 7]);
  vi.setSystemTime(new Date("2026-09-01T00:00:00Z"));
  expect(dailyOf(changes("2026-09-01"))).toEqual([50, 50, 7]);
  vi.useRealTimers();
});

describe("a limits file", () => {
  test.each([
    ["{", "cannot be read as JSON"],
    ['{"tier": {}}', "(tier)"],
    ['{"tiers": {"trial": {"dailyEnhancements": -1}}}', "/tiers/trial/dailyEnhancements must be >= 0"],
    [
      '{"changes": {"sameNamePerHour": {"newAccountsFrom": "July", "before": 1}}}',
      "/changes/sameNamePerHour/newAccountsFrom must match pattern",
    ],
    ['{"accounts": {"a@b.c": {"daily": 1}}}', "/accounts/a@b.c must NOT have additional properties (daily)"],
  ])("with %s is refused by the flag's name and the place", (text, message) => {
    expect(() => configure(text)).toThrow(ConfigError);
    expect(() => configure(text)).toThrow("--limits-file: ");
    expect(() => configure(text)).toThrow(message);
  });

  test("that is not there is refused", () => {
    expect(() => readConfig(["--limits-file", join(folder, "none.json")], {})).toThrow("cannot be read");
  });
});
