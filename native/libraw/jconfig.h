/*
 * The configuration of libjpeg-turbo 2.1.5 without SIMD, with 8 bits and decoding from memory, as its configure script
 * would write it.
 */
#define JPEG_LIB_VERSION 80
#define LIBJPEG_TURBO_VERSION 2.1.5
#define LIBJPEG_TURBO_VERSION_NUMBER 2001005
#define D_ARITH_CODING_SUPPORTED 1
#define MEM_SRCDST_SUPPORTED 1
#define BITS_IN_JSAMPLE 8
