import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowDatabase } from "../support/test-database.ts";

let borrowed: Awaited<ReturnType<typeof borrowDatabase>>;
beforeAll(async () => {
  borrowed = await borrowDatabase();
});
afterAll(() => borrowed.release());

function failure(code: string): Error {
  return Object.assign(new Error(`as told by ${code}`), { code });
}

const deadlock = failure("40P01");
const stopped = failure("57P01");
const taken = failure("23505");

test.each([
  ["a transaction", "transact", deadlock, 2],
  ["a transaction", "transact", stopped, 2],
  ["a transaction", "transact", taken, 1],
  ["a single statement", "perform", deadlock, 2],
  ["a single statement", "perform", stopped, 1],
  ["a single statement", "perform", taken, 1],
] as const)("%s (%s) after %s is tried %i times", async (_, face, error, tries) => {
  let count = 0;
  const asked = borrowed.database[face](async () => {
    count++;
    if (count === 1) throw error;
    return "done";
  });
  if (tries === 1) await expect(asked).rejects.toBe(error);
  else expect(await asked).toBe("done");
  expect(count).toBe(tries);
});
