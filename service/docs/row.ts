import type { Proof } from "./proofs.ts";

/** A row that no schema holds. */
export interface Row {
  readonly what: string;
  readonly says: string;
  readonly proof: Proof;
}

export const row = (what: string, says: string, ...proof: Proof): Row => ({ what, says, proof });
