/** Bytes a pixel of the merged and of the rectified picture together: three channels of 16 bits, twice. */
export const bytesPerPixel = 12;
