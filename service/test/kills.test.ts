import { expect, test } from "vitest";
import { runKills } from "../bench/kills/run-kills.ts";
import { freePort } from "../bench/service-process.ts";
import { findPostgres, startPostgres } from "./support/postgres-server.ts";

const programs = await findPostgres();

// Short runs; `npm run -w service kills` makes a hundred.
test.skipIf(process.platform !== "linux")(
  "kill -9 at any moment loses nothing, does nothing twice, leaves every event told and no file half-written",
  async () => {
    const report = await runKills({ count: 2, seed: 7, longestMs: 2000 });
    expect(report).toMatchObject({ kills: 2, problems: [] });
    expect(report.orders).toBeGreaterThan(0);
  },
  300_000,
);

test.skipIf(programs === undefined)(
  "PostgreSQL that crashes, restarts and cuts connections under load costs no picture, and no request more than another try",
  async () => {
    const postgres = await startPostgres(programs ?? "", await freePort());
    try {
      const report = await runKills({ count: 2, seed: 3, longestMs: 1500, postgres });
      expect(report).toMatchObject({ kills: 2, problems: [] });
      expect(report.orders).toBeGreaterThan(0);
    } finally {
      await postgres.close();
    }
  },
  300_000,
);
