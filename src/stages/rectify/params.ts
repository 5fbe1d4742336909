/**
 * Bytes per pixel of the merged and the rectified picture together: three channels of 16 bits, twice. Measured by
 * `npm run bench -- memory`.
 */
export const bytesPerPixel = 12;
