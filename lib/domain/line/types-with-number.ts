/**
 * Kinds of admission that took a number of the line. The others, as by a staff link, are counted in a sequence of their
 * own, so that their numbers are nobody's place.
 */
export const TYPES_WITH_NUMBER = ["queue", "safetynet"];
