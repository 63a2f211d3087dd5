/** "SAL1": what a compiled list begins with, before how many ranges it has of IPv4 and of IPv6. */
export const LIST_FORMAT = 0x53_41_4c_31;
export const HEADER_BYTES = 12;

/** The first and the last address of a range. */
export const rowBytes = (words: number) => 2 * words * 4;
