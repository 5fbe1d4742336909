import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const shortest = 12;
/** Bounds the work of one request; passphrases are shorter. */
const longest = 256;

/** 32 MB of memory and three passes: one of the settings that OWASP's "Password Storage" gives for scrypt. */
const cost = { N: 2 ** 15, r: 8, p: 3 };

/** Why a new password is refused; undefined if it is accepted. */
export function refusePassword(password: string): string | undefined {
  if ([...password].length < shortest) return `A password has at least ${shortest} characters.`;
  return password.length > longest ? `A password has at most ${longest} characters.` : undefined;
}

/** A random password of 120 bits, in groups that are easy to read aloud and to type. */
export function randomPassword(): string {
  // 32 letters and digits; those that look alike are excluded.
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const text = [...randomBytes(24)].map((byte) => letters[byte % letters.length]).join("");
  return (text.match(/.{6}/g) ?? []).join("-");
}

/** scrypt (RFC 7914): `scrypt$N$r$p$salt$hash`, so that hashes made with other costs can still be checked. */
export async function hashPassword(password: string, { N, r, p } = cost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { N, r, p });
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Checked if an account has no password: takes the same time, and no password matches. */
const absentHash = ["scrypt", cost.N, cost.r, cost.p, "", Buffer.alloc(32).toString("base64url")].join("$");

/** Takes the same time for a wrong password, a nearly right one, and (null) an account without one. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? absentHash).split("$");
  const expected = Buffer.from(hash, "base64url");
  const given = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return expected.length === given.length && timingSafeEqual(expected, given) && stored !== null;
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * One after another, so that many sign-ins at once take neither all threads nor 32 MB each. The same password typed on
 * two keyboards may come as different code points; NFKC makes them one (RFC 8265).
 */
function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  const run = () =>
    new Promise<Buffer>((resolve, reject) => {
      const options = { N, r, p, maxmem: 256 * N * r };
      scrypt(password.normalize("NFKC"), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
    });
  const derived = turn.then(run);
  turn = derived.catch(() => {});
  return derived;
}
