/** How many milliseconds ago an answer was read: many share one. */
export const AGE_HEADER = "stanchion-age-ms";
