import { expect, test } from "vitest";
import { runKills } from "../bench/kills/run-kills.ts";

// A short run; `npm run -w service kills` makes a hundred.
test.skipIf(process.platform !== "linux")(
  "kill -9 at any moment loses nothing, does nothing twice, leaves every event told and no file half-written",
  async () => {
    const report = await runKills({ count: 3, seed: 7, longestMs: 2000 });
    expect(report).toMatchObject({ kills: 3, problems: [] });
    expect(report.orders).toBeGreaterThan(0);
  },
  300_000,
);
