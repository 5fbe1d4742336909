import { describe, expect, test } from "vitest";
import { openDatabase } from "../src/database/database.ts";
import { runRetryCommand } from "../src/maintenance-commands.ts";
import { JobQueue } from "../src/queue/job-queue.ts";
import { freePort } from "./support/free-port.ts";
import { findPostgres, startPostgres } from "./support/postgres-server.ts";

const programs = await findPostgres();

describe("retry-parked", () => {
  test("needs a server", async () => {
    await expect(runRetryCommand([], {})).rejects.toThrow(/^retry-parked: needs --database-url/);
    expect(await runRetryCommand(["--help"], {})).toContain("lightwell-service retry-parked");
  });

  test.skipIf(programs === undefined)("has parked jobs tried again at once, and no others", async () => {
    const postgres = await startPostgres(programs ?? "", await freePort());
    const flags = ["--database-url", postgres.url];
    expect(await runRetryCommand(flags, {})).toBe("Jobs that will be tried again: 0\n");
    const database = await openDatabase({ url: postgres.url, folder: "" });
    const queue = new JobQueue(database, () => {});
    await queue.start();
    const hour = { delaySeconds: 3600 };
    await queue.send("enhance-image", { imageId: "one", attempt: 1 }, database.queries, hour);
    await queue.send("deliver-events", { orderKey: "one" }, database.queries, { ...hour, key: "one" });
    expect(await queue.parked("enhance-image")).toBe(1);
    expect(await runRetryCommand(flags, {})).toBe("Jobs that will be tried again: 1\n");
    expect(await queue.parked("enhance-image")).toBe(0);
    await queue.stop(1000);
    await database.close();
    await postgres.close();
  });
});
