import { expect, test } from "vitest";
import { DatabaseInUse, DatabaseLock } from "../../src/database/database-lock.ts";
import { makeTestDatabase } from "../support/test-database.ts";

test.skipIf(!process.env["LIGHTWELL_TEST_DATABASE_URL"])(
  "a PostgreSQL database serves one service, and the next once that one is gone",
  async () => {
    const { url = "", drop } = await makeTestDatabase("memory://");
    const held = await DatabaseLock.take(url);
    await expect(DatabaseLock.take(url)).rejects.toBeInstanceOf(DatabaseInUse);
    const next = DatabaseLock.take(url);
    await held.release();
    await (await next).release();
    await drop();
  },
);
