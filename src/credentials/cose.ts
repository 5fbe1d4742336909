import { type KeyObject, sign } from "node:crypto";
import { EngineError } from "../errors/index.ts";

/** How a key signs (RFC 9053; C2PA 2.1, 13.2): its name there, its number in COSE, its digest and curve. */
export interface SigningWay {
  readonly name: "es256" | "es384" | "es512" | "ed25519" | "ps256";
  readonly number: number;
  readonly digest?: string;
}

const curves: Readonly<Record<string, SigningWay>> = {
  prime256v1: { name: "es256", number: -7, digest: "sha256" },
  secp384r1: { name: "es384", number: -35, digest: "sha384" },
  secp521r1: { name: "es512", number: -36, digest: "sha512" },
};

/** The way that fits a key. Throws `options/invalid` for keys that content credentials do not take. */
export function signingWayOf(key: KeyObject): SigningWay {
  const way = curves[key.asymmetricKeyDetails?.namedCurve ?? ""];
  if (way) return way;
  if (key.asymmetricKeyType === "ed25519") return { name: "ed25519", number: -8 };
  if (key.asymmetricKeyType === "rsa") return { name: "ps256", number: -37, digest: "sha256" };
  const type = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
  throw new EngineError(
    "options/invalid",
    `c2paKey: expected a key of P-256, P-384, P-521, Ed25519 or RSA, got ${type}`,
  );
}

const pssPadding = 6; // RSA_PKCS1_PSS_PADDING
const saltOfSha256 = 32;

/**
 * COSE_Sign1 of a claim (RFC 9052, 4.2), with the certificates among what is signed and padding up to `length` bytes,
 * as C2PA 2.1, 13.2 wants it.
 */
export function coseSign1(
  claim: Uint8Array,
  key: KeyObject,
  chain: readonly Uint8Array[],
  length: number,
): Uint8Array<ArrayBuffer> {
  const way = signingWayOf(key);
  const certificates = chain.length === 1 ? bytes(chain[0]) : list(...chain.map(bytes));
  const header = bytes(map(integer(1), integer(way.number), integer(33), certificates));
  const signed = list(text("Signature1"), header, bytes(new Uint8Array()), bytes(claim));
  const form =
    key.asymmetricKeyType === "rsa"
      ? ({ padding: pssPadding, saltLength: saltOfSha256 } as const)
      : ({ dsaEncoding: "ieee-p1363" } as const);
  const signature = bytes(sign(way.digest, signed, { key, ...form }));
  const withPadding = (size: number) =>
    Buffer.concat([
      Buffer.from([0xd2]),
      list(header, map(text("pad"), bytes(Buffer.alloc(size))), Buffer.from([0xf6]), signature),
    ]);
  // The length of the padding's length counts as well.
  let size = length - withPadding(0).length;
  while (size >= 0 && withPadding(size).length > length) size--;
  const whole = size < 0 ? undefined : withPadding(size);
  if (whole?.length !== length)
    throw new EngineError("options/invalid", `c2paCert: expected certificates that fit into ${length} bytes`);
  return Uint8Array.from(whole);
}

/** Heads of CBOR values (RFC 8949, 3). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 2 ** 8) return Buffer.from([(major << 5) | 24, value]);
  const wide = Buffer.alloc(value < 2 ** 16 ? 3 : 5);
  wide[0] = (major << 5) | (wide.length === 3 ? 25 : 26);
  wide.writeUIntBE(value, 1, wide.length - 1);
  return wide;
}

function bytes(value: Uint8Array): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function list(...values: readonly Uint8Array[]): Buffer {
  return Buffer.concat([head(4, values.length), ...values]);
}

function map(...values: readonly Uint8Array[]): Buffer {
  return Buffer.concat([head(5, values.length / 2), ...values]);
}

function integer(value: number): Buffer {
  return value >= 0 ? head(0, value) : head(1, -1 - value);
}
