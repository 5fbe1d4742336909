import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PGliteStatements } from "../../src/database/pglite-statements.ts";

let pglite: PGlite;
let statements: PGliteStatements;

beforeAll(async () => {
  pglite = await PGlite.create("memory://");
  statements = new PGliteStatements(pglite);
  await pglite.exec(
    "create table things (id text primary key, facts jsonb, at timestamptz, tags text[], used boolean)",
  );
});

afterAll(() => pglite.close());

async function countStatements(): Promise<number> {
  const { rows } = await pglite.query<{ count: number }>(
    "select count(*)::int as count from pg_prepared_statements where name <> ''",
  );
  return rows[0].count;
}

test("brings values of every kind in and out, also the same text again", async () => {
  const at = new Date("2026-01-02T03:04:05.678Z");
  const insert = "insert into things values ($1, $2, $3, $4, $5)";
  for (const id of ["a", "b", "Ünïcödé ' \" \\"]) {
    const { affectedRows } = (await statements.query(insert, [id, '{"x": [1]}', at, ["p", "q,r"], true])) ?? {};
    expect(affectedRows).toBe(1);
    const found = await statements.query("select * from things where id = $1", [id]);
    expect(found?.rows).toEqual([{ id, facts: { x: [1] }, at, tags: ["p", "q,r"], used: true }]);
  }
  await statements.query(insert, ["none", null, undefined, null, false]);
  const none = await statements.query("select * from things where id = any($1)", [["none"]]);
  expect(none?.rows).toEqual([{ id: "none", facts: null, at: null, tags: null, used: false }]);
});

test("parses a text once", async () => {
  await statements.query("select $1::int as n", [1]);
  const before = await countStatements();
  for (let n = 0; n < 20; n++) expect((await statements.query("select $1::int as n", [n]))?.rows).toEqual([{ n }]);
  expect(await countStatements()).toBe(before);
});

test("keeps a bounded number of statements", async () => {
  for (let i = 0; i < 300; i++) await statements.query(`select $1::int + ${i} as n`, [i]);
  expect(await countStatements()).toBeLessThanOrEqual(256);
  expect((await statements.query("select $1::int + 0 as n", [7]))?.rows).toEqual([{ n: 7 }]);
});

test("prepares a statement again after many uses", async () => {
  for (let n = 0; n < 2100; n++) await statements.query("select $1::text as n", [String(n)]);
  expect((await statements.query("select $1::text as n", ["last"]))?.rows).toEqual([{ n: "last" }]);
});

test("reports an error, and continues", async () => {
  await statements.query("insert into things (id) values ($1)", ["twice"]);
  await expect(statements.query("insert into things (id) values ($1)", ["twice"])).rejects.toMatchObject({
    code: "23505",
  });
  await expect(statements.query("select $1 from nowhere", [1])).rejects.toMatchObject({ code: "42P01" });
  expect((await statements.query("insert into things (id) values ($1)", ["once"]))?.affectedRows).toBe(1);
});

test("an error ends the transaction that it falls in, and the statements work after it", async () => {
  const select = "select id from things where id = $1";
  await statements.query(select, ["once"]);
  await pglite.exec("begin");
  await statements.query("insert into things (id) values ($1)", ["lost"]);
  await expect(statements.query("insert into things (id) values ($1)", ["once"])).rejects.toThrow();
  await expect(statements.query(select, ["once"])).rejects.toMatchObject({ code: "25P02" });
  await expect(statements.query("select $1::int as unseen", [1])).rejects.toMatchObject({ code: "25P02" });
  await pglite.exec("rollback");
  expect((await statements.query(select, ["lost"]))?.rows).toEqual([]);
  expect((await statements.query(select, ["once"]))?.rows).toEqual([{ id: "once" }]);
  expect((await statements.query("select $1::int as unseen", [1]))?.rows).toEqual([{ unseen: 1 }]);
});

test("survives that a table changes under a statement", async () => {
  const select = "select * from things where id = $1";
  await statements.query(select, ["once"]);
  await pglite.exec("alter table things add column more text");
  await statements.query(select, ["once"]).catch(() => {});
  expect((await statements.query(select, ["once"]))?.rows).toMatchObject([{ id: "once", more: null }]);
});
