import { expect, test } from "vitest";
import { readAccount } from "../../src/pipeline/making/index.ts";

const account = {
  reference: "a.jpg",
  width: 6000,
  height: 4000,
  operations: ["merged 3 exposures"],
  warnings: [{ code: "metadata/dropped", message: "metadata: gone" }],
  check: { passed: false, rung: "mertens", reason: "colours are off", findings: ["detail is lost"] },
  timingsMs: { decode: 12.5 },
};
const { check: _, ...unchecked } = account;

test.each([account, unchecked])("an account is read as it was written", (written) => {
  expect(readAccount(JSON.parse(JSON.stringify(written)))).toEqual(written);
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a text", "account"],
  ["a list", [account]],
  ["no reference", { ...account, reference: 1 }],
  ["a size that is none", { ...account, width: "6000" }],
  ["operations that are no texts", { ...account, operations: [1] }],
  ["warnings without a code", { ...account, warnings: [{ message: "x" }] }],
  ["a check that is none", { ...account, check: { passed: 1, rung: "full", findings: [] } }],
  ["findings that are no texts", { ...account, check: { ...account.check, findings: [{}] } }],
  ["a reason that is none", { ...account, check: { ...account.check, reason: 5 } }],
  ["times that are none", { ...account, timingsMs: { decode: "x" } }],
  ["null", null],
])("%s is no account", (_, value) => {
  expect(readAccount(value)).toBeUndefined();
});
