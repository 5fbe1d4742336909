/** What a signature states about a picture. */
export interface SignedFacts {
  readonly format: "jpeg" | "png" | "webp" | "tiff" | "avif";
  /** Names and hashes of the photographs; the first is the one whose exposure the picture follows. */
  readonly sources: readonly { readonly name: string; readonly sha256?: string }[];
  /** What was done, in plain words; empty where nothing was. */
  readonly operations: readonly string[];
  /** IPTC's digital source type of the picture, as its XMP has it. */
  readonly sourceType?: string;
  readonly version: string;
}

/** Puts content credentials (C2PA) into finished files. */
export interface PictureSigner {
  /** Identifies the signature, so that pictures with and without it are distinguished. */
  readonly id: string;
  /** The file with its credentials. Rejects with `io/write` if it cannot be signed. */
  sign(picture: Uint8Array<ArrayBuffer>, facts: SignedFacts): Promise<Uint8Array>;
}
