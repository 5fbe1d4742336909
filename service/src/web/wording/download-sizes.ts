/** Sizes in which studios download. */
export type DownloadSize = "print" | "mls" | "web" | "original";

export const downloadSizes: readonly { readonly name: DownloadSize; readonly label: string }[] = [
  { name: "print", label: "Print: full size" },
  { name: "mls", label: "MLS: 2048 px" },
  { name: "web", label: "Web: 1600 px, free" },
  { name: "original", label: "Originals, free" },
];

/** Longer edge of a picture for MLS systems, in pixels: the most that the large ones of North America keep. */
export const mlsEdgePx = 2048;
