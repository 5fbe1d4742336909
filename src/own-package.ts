import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { missingFileError } from "./errors/index.ts";

interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const ownPackage = readOwnPackage();

/** Version of this package, as stated in reports. */
export const packageVersion: string = ownPackage.version;

/** Versions of the packages that this one depends on, by their names. */
export const packageDependencies: Readonly<Record<string, string>> = ownPackage.dependencies;

/** Throws `unsupported/bundled` if the package's files are not next to this code, as in a bundle. */
function readOwnPackage(): OwnPackage {
  const found = readPackage();
  if (found.name !== "lightwell") throw missingFileError("package.json");
  const kernels = "data/kernels.wasm";
  if (!existsSync(new URL(`../${kernels}`, import.meta.url))) throw missingFileError(kernels);
  return found;
}

function readPackage(): OwnPackage {
  try {
    return createRequire(import.meta.url)("../package.json");
  } catch (thrown) {
    throw missingFileError("package.json", thrown);
  }
}
