/** A setting that a flag and an environment variable can set. */
export interface Setting<T> {
  /** Name of the value in the help; absent for flags. */
  readonly value?: string;
  readonly doc: string;
  readonly fallback: T;
  parse(text: string): T;
}

/** A bucket of an S3-compatible store, and a prefix. */
export interface Bucket {
  readonly bucket: string;
  /** Prefix of every key, without a trailing slash; empty: none. */
  readonly prefix: string;
}

export function text(fallback: string, doc: string, parse = (given: string) => given): Setting<string> {
  return { value: "TEXT", doc, fallback: parse(fallback), parse };
}

export function optional<T>(value: string, doc: string, parse: (text: string) => T): Setting<T | undefined> {
  return { value, doc, fallback: undefined, parse };
}

export function whole(least: number, most: number, fallback: number, doc: string): Setting<number> {
  return {
    value: "N",
    doc,
    fallback,
    parse(given) {
      const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
      if (number >= least && number <= most) return number;
      throw new Error(`expected a whole number from ${least} to ${most}, got ${given}`);
    },
  };
}

export function flag(doc: string): Setting<boolean> {
  return {
    doc,
    fallback: false,
    parse(given) {
      if (["true", "1", "yes"].includes(given)) return true;
      if (["false", "0", "no"].includes(given)) return false;
      throw new Error(`expected true or false, got ${given}`);
    },
  };
}

export function choice(allowed: readonly string[], fallback: string, doc: string): Setting<string> {
  return {
    value: allowed.join("|"),
    doc,
    fallback,
    parse(given) {
      if (allowed.includes(given)) return given;
      throw new Error(`expected one of ${allowed.join(", ")}, got ${given}`);
    },
  };
}

export function parseUrl(given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new Error(`expected an http or https address, got ${given}`);
  }
  return given.replace(/\/+$/, "");
}

export function parsePostgresUrl(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given)) throw new Error("expected an address that begins with postgres://");
  return given;
}

export function parseSmtpUrl(given: string): string {
  // The address may contain a password, so the message does not repeat it.
  if (URL.canParse(given) && /^smtps?:$/.test(new URL(given).protocol) && new URL(given).hostname !== "") return given;
  throw new Error("expected an address that begins with smtp:// or smtps:// and names a host");
}

export function parseEmail(given: string): string {
  if (/^[^\s@,;<>"()]+@[^\s@,;<>"()]+$/.test(given)) return given;
  throw new Error(`expected an e-mail address, got ${given}`);
}

/** Names of buckets: 3 to 63 lower-case letters, digits, dots and hyphens. */
export function parseBucket(given: string): Bucket {
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(given) ?? [];
  if (bucket === undefined || !/^[\w!.*'()/-]*$/.test(prefix)) {
    throw new Error(`expected s3://bucket or s3://bucket/prefix, got ${given}`);
  }
  return { bucket, prefix: prefix.replace(/^\/+|\/+$/g, "") };
}
