import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/database/database.ts";
import { smallPicture } from "../../test/support/small-picture.ts";
import type { PatientClient } from "../kills/patient-client.ts";
import { waitUntilMade } from "./wait-until-made.ts";

/** Of members whose clocks are wrong, in s. Every order meets both APIs and several workers. */
const skews: Readonly<Record<string, number>> = { "api 1": 60, "api 2": -60, "worker 1": 60, "worker 2": -60 };
export const skewedMembers = Object.keys(skews).length;

/** Debian's package that shifts the clock of a process. */
export const clockPackage = "libfaketime";
const brackets = 8;
const bracketsPerImage = 2;

/** The library of that package; undefined if it is not installed. */
export function findClockLibrary(): string | undefined {
  const paths = readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "faketime", "libfaketime.so.1"));
  return paths.find((path) => existsSync(path));
}

/** Variables that shift the clock of a member, and of its engines; timers run as before. */
export function skewedEnv(library: string, name: string): NodeJS.ProcessEnv {
  const seconds = skews[name];
  if (seconds === undefined) return {};
  const offset = `${seconds > 0 ? "+" : ""}${seconds}s`;
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: "1", FAKETIME_NO_CACHE: "1" };
}

/**
 * Registers brackets at APIs whose clocks differ, in turn, and uploads each at another one than it was registered at.
 * What came out otherwise than with equal clocks, as sentences. Nothing else may run.
 */
export async function checkSkewedClocks(apis: readonly PatientClient[], database: Database): Promise<string[]> {
  const orderId = crypto.randomUUID();
  const api = (i: number) => apis[i % apis.length];
  await api(0).ask("POST", "/v3/orders", { order_id: orderId });
  const ids: string[] = [];
  for (let i = 0; i < brackets; i++) {
    const registered = await api(i).ask("POST", "/v3/brackets", { order_id: orderId, name: `${i}.jpg` });
    const { pathname, search } = new URL(String(registered["upload_url"]));
    await api(i + 1).ask("PUT", pathname + search, await smallPicture(i));
    ids.push(String(registered["bracket_id"]));
  }
  await api(0).ask("POST", `/v3/orders/${orderId}/process`, { number_of_brackets_per_image: bracketsPerImage });
  const images = await waitUntilMade(api(1), orderId, brackets / bracketsPerImage);
  const problems: string[] = [];
  const rows = await database.queries
    .selectFrom("brackets")
    .select(["bracket_id", "image_id"])
    .where("order_id", "=", orderId)
    .execute();
  const imageOf = new Map(rows.map(({ bracket_id, image_id }) => [bracket_id, image_id]));
  for (let i = 0; i < brackets; i += bracketsPerImage) {
    if (imageOf.get(ids[i]) !== imageOf.get(ids[i + 1]))
      problems.push(`with skewed clocks, brackets ${i} and ${i + 1} are in different images`);
  }
  for (const { image_id: id } of images) {
    const link = await api(0).ask("GET", `/v3/images/${id}/enhanced?preview=true&response=json`);
    const { pathname, search } = new URL(String(link["url"]));
    await api(1).download(pathname + search);
  }
  const { rows: repeated } = await database.executeSql("select name from jobs.job where retry_count > 0");
  return [...problems, ...repeated.map(({ name }) => `with skewed clocks, a job ${name} was begun twice`)];
}
