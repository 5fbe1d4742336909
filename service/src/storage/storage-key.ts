import { randomUUID } from "node:crypto";

/** Where something is kept: a kind and a random name, spread over folders. Nothing a client sent is in it. */
export function storageKey(kind: "source" | "full" | "preview"): string {
  const name = randomUUID();
  return `${kind}/${name.slice(0, 2)}/${name}`;
}
