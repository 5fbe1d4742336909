import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PGliteSession } from "../../src/database/pglite-session.ts";

let session: PGliteSession;

beforeAll(async () => {
  session = await PGliteSession.open("memory://");
  await session.execute("create table things (id integer primary key, facts jsonb, bytes bytea)");
});

afterAll(() => session.close());

test("brings values and rows across threads", async () => {
  const bytes = Buffer.from([0, 1, 255]);
  const insert = "insert into things values ($1, $2, $3) returning facts, bytes, now() as at";
  const { rows, affectedRows } = await session.execute(insert, [1, '{"x": [1]}', bytes]);
  expect(rows).toEqual([{ facts: { x: [1] }, bytes: new Uint8Array(bytes), at: expect.any(Date) }]);
  expect(affectedRows).toBe(1);
});

test("runs a text of several statements, and statements in the order in which they are sent", async () => {
  expect((await session.execute("select 1 as n; select 2 as n")).rows).toEqual([{ n: 1 }, { n: 2 }]);
  const sent = [session.execute("begin"), session.execute("select $1::int as n", [3]), session.execute("commit")];
  expect((await Promise.all(sent)).map(({ rows }) => rows)).toEqual([[], [{ n: 3 }], []]);
});

test("throws the database's errors, and continues", async () => {
  const wrong = { message: expect.stringContaining("nowhere"), code: "42P01" };
  await expect(session.execute("select * from nowhere")).rejects.toMatchObject(wrong);
  await expect(session.execute("select $1 from nowhere", [1])).rejects.toMatchObject(wrong);
  expect((await session.execute("select 1 as n")).rows).toEqual([{ n: 1 }]);
});

test("leaves the event loop free while a statement runs", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 10);
  await session.execute("select count(*) from generate_series(1, 3000000)");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

test("statements sent before the close are done, later ones fail", async () => {
  const own = await PGliteSession.open("memory://");
  const before = own.execute("select 1 as n");
  await Promise.all([before, own.close()]);
  await expect(own.execute("select 1")).rejects.toThrow("the database is closed");
  await own.close();
});

test("a folder that cannot be opened is an error", async () => {
  await expect(PGliteSession.open("/dev/null/database")).rejects.toThrow(/ENOTDIR|ENOENT|not a directory/i);
});

test("does not keep a process alive without a statement", async () => {
  const address = new URL("../../dist/database/pglite-session.js", import.meta.url).href;
  const program = `const { PGliteSession } = await import(${JSON.stringify(address)});
    const session = await PGliteSession.open("memory://");
    console.log((await session.execute("select 7 as n")).rows[0].n);`;
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd });
  expect(stdout).toBe("7\n");
});
