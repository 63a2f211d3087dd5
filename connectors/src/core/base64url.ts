/*
 * The last letter of a text in base64url has bits that stand for nothing. Where a decoder ignores them, one
 * credential can be written in up to sixteen ways; here only the way in which encoders write it counts.
 */

/** 32 bytes, a public key for one, as an encoder writes them. */
export const TEXT_OF_32_BYTES: RegExp = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** 64 bytes, a signature for one, as an encoder writes them. */
export const TEXT_OF_64_BYTES: RegExp = /^[\w-]{85}[AQgw]$/;
