import { isDiskBroken, isDiskFull, StorageRefused, StorageUnavailable, TooLarge } from "./storage.ts";

interface S3Failure extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly code?: unknown;
}

/** Names of temporary failures, regardless of their status; the last ones are of the S3 client itself. */
const passingNames = [
  "SlowDown",
  "RequestTimeout",
  "InternalError",
  "ServiceUnavailable",
  "OperationAborted",
  // Bytes that changed in transit.
  "BadDigest",
  "XAmzContentSHA256Mismatch",
  "TimeoutError",
  "CredentialsProviderError",
];

/** A broken or refused connection. */
const brokenConnections = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOTFOUND",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ERR_STREAM_PREMATURE_CLOSE",
];

/** Errors that concern the whole bucket, not one object. */
const refusingStatus = [301, 400, 401, 403];

/** Turns an error of the store's client into `StorageUnavailable` or `StorageRefused` if it is one; else returns it. */
export function storageErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TooLarge || isDiskFull(error) || isDiskBroken(error)) return error;
  const { $metadata, name, code, message }: S3Failure = error;
  const status = $metadata?.httpStatusCode ?? 0;
  const isPassing = status >= 500 || status === 429 || passingNames.includes(name);
  if (isPassing || (typeof code === "string" && brokenConnections.includes(code))) {
    return new StorageUnavailable(`the storage does not answer: ${name}: ${message}`, { cause: error });
  }
  if (refusingStatus.includes(status) || name === "NoSuchBucket" || isBucketMissing(error)) {
    return new StorageRefused(`the storage refuses: ${name}: ${message} (status ${status})`, { cause: error });
  }
  return error;
}

/** Why a bucket cannot be used, for the operator; undefined if it may work a moment later. */
export function refusalOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const { $metadata, name, message }: S3Failure = cause;
  if (name === "CredentialsProviderError") {
    return "no credentials were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE";
  }
  if (error instanceof StorageUnavailable) return undefined;
  if (name === "NoSuchBucket" || isBucketMissing(cause)) return "the bucket does not exist";
  if ($metadata?.httpStatusCode === 301) return "the bucket is in another region; give --storage-region";
  if ($metadata?.httpStatusCode === 403) return "the store refuses the credentials";
  return `${name}: ${message}`;
}

/** HeadBucket has no body that could name what is missing. */
function isBucketMissing({ name }: Error): boolean {
  return name === "NotFound";
}

/** Whether the key does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotFound" || error.name === "NoSuchKey");
}
