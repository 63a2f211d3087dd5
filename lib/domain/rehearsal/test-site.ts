import { parseUrl } from "@/lib/domain/parse-url";

/**
 * The host of the site that test visitors want to see. It is in the thread that plays them and nowhere else: a name that
 * leads to no machine but one's own, with a port that is never dialled.
 */
export const TEST_SITE_HOST = "rehearsal.localhost:7";

/** Tells a customer's site that somebody comes from a rehearsal; its value is the id of the copy. */
const REHEARSAL_MARK = "stanchion-rehearsal";

/** Whether an address is one of the site that only test visitors see. */
export function isTestSite(url: string): boolean {
  return parseUrl(url)?.host === TEST_SITE_HOST;
}

/** An address of a customer's site as whoever was let in at a test copy gets it: marked, and without any token. */
export function markedAsRehearsal(url: string, copyId: string): string {
  const marked = new URL(url);
  marked.searchParams.set(REHEARSAL_MARK, copyId);
  return marked.href;
}
