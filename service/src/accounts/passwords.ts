import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

/** scrypt (RFC 7914), `scrypt$salt$hash` in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt);
  return `scrypt$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/** In constant time. */
export async function checkPassword(password: string, stored: string): Promise<boolean> {
  const [, salt, hash] = stored.split("$");
  const expected = Buffer.from(hash ?? "", "base64url");
  const given = await derive(password, Buffer.from(salt ?? "", "base64url"));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
