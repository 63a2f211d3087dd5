/** Address lists of one customer. */
export const LISTS_MAX = 20;

/** Of all lists of a customer together, as they are kept: Redis has them in memory. */
export const CUSTOMER_LIST_BYTES_MAX = 16 * 1_024 * 1_024;
