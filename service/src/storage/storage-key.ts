import { randomUUID } from "node:crypto";

/** A storage key: a kind and a random name, spread over folders. It contains nothing that a client sent. */
export function storageKey(kind: "source" | "part" | "summary" | "full" | "preview"): string {
  const name = randomUUID();
  return `${kind}/${name.slice(0, 2)}/${name}`;
}

/** Whether `key` has the shape that `storageKey` gives it. */
export function isStorageKey(key: string): boolean {
  return /^[a-z]+\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key);
}

export function checkStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
}
