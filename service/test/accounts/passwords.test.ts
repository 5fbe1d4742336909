import { expect, test } from "vitest";
import { checkPassword, hashPassword, randomPassword, refusePassword } from "../../src/accounts/passwords.ts";

test("a password is kept as scrypt with its costs and a salt of its own, and known again", async () => {
  const [one, other] = [await hashPassword("correct horse battery"), await hashPassword("correct horse battery")];
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  expect(await checkPassword("correct horse battery", one)).toBe(true);
  expect(await checkPassword("correct horse batterY", one)).toBe(false);
});

test("the same letters typed as other code points are the same password", async () => {
  const stored = await hashPassword("passw\u00f6rter sind gut");
  expect(await checkPassword("passwo\u0308rter sind gut", stored)).toBe(true);
});

test("a hash of lower costs, from before they were raised, is still checked", async () => {
  // scrypt("password", "NaCl", N=1024, r=8, p=16): RFC 7914, section 12, cut to its first 32 bytes.
  const stored = `scrypt$1024$8$16$${Buffer.from("NaCl").toString("base64url")}$${Buffer.from(
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162",
    "hex",
  ).toString("base64url")}`;
  expect(await checkPassword("password", stored)).toBe(true);
});

test("where no password is kept none is right, after the same work", async () => {
  expect(await checkPassword("", null)).toBe(false);
  expect(await checkPassword("anything", null)).toBe(false);
});

test("new passwords have 12 to 256 characters", () => {
  expect(refusePassword("short")).toContain("at least 12");
  expect(refusePassword("x".repeat(257))).toContain("at most 256");
  expect(refusePassword("twelve chars")).toBeUndefined();
});

test("made passwords differ and can be taken", () => {
  const made = new Set(Array.from({ length: 100 }, randomPassword));
  expect(made.size).toBe(100);
  for (const password of made) {
    expect(password).toMatch(/^([a-km-np-z2-9]{6}-){3}[a-km-np-z2-9]{6}$/);
    expect(refusePassword(password)).toBeUndefined();
  }
});
