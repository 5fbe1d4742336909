import { Type } from "@sinclair/typebox";
import { expect, test } from "vitest";
import { asClientsMeant } from "../../src/http/validation.ts";

const schema = Type.Object({
  name: Type.String(),
  order_id: Type.Optional(Type.String()),
  hdr: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  preview: Type.Optional(Type.Boolean()),
  count: Type.Optional(Type.Integer()),
});

test.each([
  [
    { hdr: "True", preview: "FALSE" },
    { hdr: true, preview: false },
  ],
  [
    { hdr: 1, preview: "0" },
    { hdr: true, preview: false },
  ],
  [{ hdr: null, order_id: null, preview: null }, { hdr: null }],
  [
    { hdr: "yes", preview: 2 },
    { hdr: "yes", preview: 2 },
  ],
  [
    { name: null, count: 1, order_id: "True" },
    { name: null, count: 1, order_id: "True" },
  ],
  [
    { name: "a", count: "3" },
    { name: "a", count: 3 },
  ],
  [
    { name: "7", count: " 12 " },
    { name: "7", count: 12 },
  ],
  [{ count: "three" }, { count: "three" }],
  [{ count: "" }, { count: "" }],
  [{ other: null }, { other: null }],
])("the body %j is meant as %j", (given, meant) => {
  expect(asClientsMeant(given, schema, false)).toEqual(meant);
});

test("an empty parameter of a query counts as left out, an empty text of a body does not", () => {
  expect(asClientsMeant({ count: "", order_id: "", name: "" }, schema, true)).toEqual({ name: "" });
  expect(asClientsMeant({ order_id: "" }, schema, false)).toEqual({ order_id: "" });
});

test("what is no record stays as it is", () => {
  for (const given of [null, 1, "text", [null]]) expect(asClientsMeant(given, schema, true)).toBe(given);
});
