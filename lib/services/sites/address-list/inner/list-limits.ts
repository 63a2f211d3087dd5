/** Address lists of one customer. */
export const LISTS_MAX = 20;

/** Of all lists of a customer together, as they are kept: Redis has them in memory. */
export const CUSTOMER_LIST_BYTES_MAX = 16 * 1_024 * 1_024;

/** Of a list that is typed. */
export const TYPED_CHARACTERS_MAX = 500_000;

/** How often a feed may be loaded, in minutes. */
export const FEED_EVERY_MINUTES = { least: 15, most: 10_080, usual: 360 } as const;
