import { expect, test } from "vitest";
import type { Moment } from "../bench/kills/moments.ts";
import { runKills } from "../bench/kills/run-kills.ts";
import { freePort } from "./support/free-port.ts";
import { findPostgres, startPostgres } from "./support/postgres-server.ts";

const programs = await findPostgres();

// One moment of each kind, and each service started as rarely as that lets; `npm run -w service kills` makes a hundred.

/** The embedded database is cut off while it writes, and the engines with their service. */
const onEmbedded: readonly Moment[] = [{ blow: "service", afterMs: 700 }];

const onPostgres: readonly Moment[] = [
  // Unfinished pictures are made again; so are transactions and commits without an answer.
  { blow: "engines", afterMs: 500 },
  { blow: "connections", afterMs: 200 },
  // The server recovers from its log; then it says no to new connections until those it has have ended.
  { blow: "database", afterMs: 300 },
  { blow: "database, in order", afterMs: 300 },
  // What the service left behind is taken up by the next, while its engines still run for a moment.
  { blow: "service alone", afterMs: 300 },
  // So is what a start that was cut off left.
  { blow: "service", afterMs: 400, isEarly: true },
];

test.skipIf(process.platform !== "linux")(
  "kill -9 at any moment loses nothing, does nothing twice, leaves every event told and no file half-written",
  async () => {
    const report = await runKills({ moments: onEmbedded, ordersAtOnce: 1 });
    expect(report).toMatchObject({ kills: 1, problems: [] });
    expect(report.orders).toBeGreaterThan(0);
  },
  300_000,
);

test.skipIf(programs === undefined)(
  "PostgreSQL that crashes, restarts and cuts connections under load costs no picture, and no request more than another try",
  async () => {
    const postgres = await startPostgres(programs ?? "", await freePort());
    try {
      const report = await runKills({ moments: onPostgres, ordersAtOnce: 1, postgres });
      expect(report).toMatchObject({ kills: onPostgres.length, problems: [] });
      expect(report.orders).toBeGreaterThan(0);
    } finally {
      await postgres.close();
    }
  },
  300_000,
);
