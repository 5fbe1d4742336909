/** What a signature tells of a picture. */
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
  /** Says whose signature it is, so that pictures with and without it are told apart. */
  readonly id: string;
  /** The file with its credentials. Rejects with `io/write` where it cannot be signed. */
  sign(picture: Uint8Array<ArrayBuffer>, facts: SignedFacts): Promise<Uint8Array>;
}
