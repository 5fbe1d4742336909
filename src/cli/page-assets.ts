import { readPackageData } from "../pipeline/disk/index.ts";

/** The script and the style of a page, after what the pages share. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads them from the package, in the order of their parts. */
export async function readPageAssets(
  ...pages: readonly ("shoot-page" | "contact-sheet" | "review")[]
): Promise<PageAssets> {
  const [script, style] = await Promise.all(
    ["js", "css"].map(async (kind) => {
      const parts = await Promise.all(["large-view", ...pages].map((name) => readPackageData(`${name}.${kind}`)));
      return parts.map((bytes) => new TextDecoder().decode(bytes)).join("\n");
    }),
  );
  return { script, style };
}
