import { createRequire } from "node:module";

const ownPackage: { readonly version: string; readonly dependencies: Readonly<Record<string, string>> } = createRequire(
  import.meta.url,
)("../package.json");

/** Version of this package, as reports have it. */
export const packageVersion: string = ownPackage.version;

/** Versions of the packages that this one depends on, by their names. */
export const packageDependencies: Readonly<Record<string, string>> = ownPackage.dependencies;
