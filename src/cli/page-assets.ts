import { readPackageData } from "../pipeline/disk/index.ts";

/** The script and the style of a page, after what the pages share. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads them from the package; `page` is `shoot-page` or `contact-sheet`. */
export async function readPageAssets(page: "shoot-page" | "contact-sheet"): Promise<PageAssets> {
  const [script, style] = await Promise.all(
    ["js", "css"].map(async (kind) => {
      const parts = await Promise.all(["large-view", page].map((name) => readPackageData(`${name}.${kind}`)));
      return parts.map((bytes) => new TextDecoder().decode(bytes)).join("\n");
    }),
  );
  return { script, style };
}
