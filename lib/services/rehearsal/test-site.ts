/**
 * The host of the site that test visitors want to see. It is in the thread that plays them and nowhere else: a name that
 * leads to no machine but one's own, with a port that is never dialled.
 */
export const TEST_SITE_HOST = "rehearsal.localhost:7";
