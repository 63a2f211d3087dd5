/** The colour of a brand that has chosen none. */
export const DEFAULT_COLOUR = "#2563eb";
