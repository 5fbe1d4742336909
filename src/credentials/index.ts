export { openSigner } from "./signer.ts";
