/** Largest part of a file in one request, in bytes. A broken connection costs at most one part. */
export const maxPartBytes = 16 * 2 ** 20;
/** Size of the parts that the page sends, in bytes: most JPEGs are one part, a raw file of 60 MB has eight. */
export const pagePartBytes = 8 * 2 ** 20;
/** Most files that one request registers. */
export const maxFilesAtOnce = 200;
