import { db, type Tx } from "@/lib/db/client";
import type { AddressList } from "@/lib/db/generated/client";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { type FetchedFeed, fetchFeed } from "./inner/fetch-feed";
import { CUSTOMER_LIST_BYTES_MAX } from "./inner/list-limits";
import { compiledColumns } from "./inner/store-contents";

/** One round takes a few, one after the other: a large list is much memory for a moment. */
const AT_ONCE = 4;
/** Longer than one load may take. If a worker dies meanwhile, another one asks again then. */
const CLAIM_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const ERROR_CHARACTERS_MAX = 500;

const FEED = {
  id: true,
  customerId: true,
  url: true,
  everyMinutes: true,
  hash: true,
  entries: true,
  etag: true,
  lastModified: true,
  takeShorter: true,
  failures: true,
  version: true,
  dueAt: true,
} as const;

type Feed = Pick<AddressList, keyof typeof FEED>;

export type LoadedFeeds = { readonly loaded: number; readonly failed: number };

/**
 * Loads the feeds that are due. What a feed answers replaces its list only where it is one; otherwise the last good
 * list stays, and the row says why. Several workers may do so at once: each feed is asked by one of them.
 */
export async function loadDueFeeds(now = new Date()): Promise<LoadedFeeds> {
  const due = await db().addressList.findMany({
    where: { kind: "feed", dueAt: { lte: now }, customer: { deletingAt: null } },
    select: FEED,
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
    take: AT_ONCE,
  });
  let loaded = 0;
  let failed = 0;
  for (const feed of due) {
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const { count } = await db().addressList.updateMany({
      where: { id: feed.id, version: feed.version, dueAt: feed.dueAt },
      data: { dueAt: claimedUntil },
    });
    if (count === 0) continue;
    const fetched = await fetchFeed({ ...feed, url: feed.url ?? "" });
    const isGood = await keep({ ...feed, dueAt: claimedUntil }, fetched, now);
    if (isGood) loaded += 1;
    else failed += 1;
  }
  return { loaded, failed };
}

/** True where the load was good. Nothing is kept for a feed that was changed or asked anew meanwhile. */
async function keep(feed: Feed, fetched: FetchedFeed, now: Date): Promise<boolean> {
  return db().$transaction(async (tx) => {
    await lockCustomer(tx, { customer: { id: feed.customerId } });
    const outcome = await withinRoom(tx, feed, fetched);
    const { count } = await tx.addressList.updateMany({
      where: { id: feed.id, version: feed.version, dueAt: feed.dueAt },
      data: { askedAt: now, ...columnsAfter(feed, outcome, now) },
    });
    if (count > 0 && outcome.type === "loaded") {
      await tx.outboxEntry.create({
        data: { customerId: feed.customerId, topic: "customer", subjectId: feed.customerId },
      });
    }
    return outcome.type !== "refused";
  });
}

/** Refuses a list for which the customer's others leave no room. */
async function withinRoom(tx: Tx, feed: Feed, fetched: FetchedFeed): Promise<FetchedFeed> {
  if (fetched.type !== "loaded") return fetched;
  const { _sum } = await tx.addressList.aggregate({
    where: { customerId: feed.customerId, id: { not: feed.id } },
    _sum: { size: true },
  });
  const bytes = (_sum.size ?? 0) + fetched.list.bytes.length;
  if (bytes <= CUSTOMER_LIST_BYTES_MAX) return fetched;
  return { type: "refused", reason: "Address lists are limited to 16 MB in total." };
}

function columnsAfter(feed: Feed, outcome: FetchedFeed, now: Date) {
  const good = { failures: 0, lastError: null, dueAt: after(now, feed.everyMinutes) };
  if (outcome.type === "unchanged") return good;
  if (outcome.type === "loaded") {
    const { list, skipped, etag, lastModified } = outcome;
    const contents = { ...compiledColumns(list), skipped, etag, lastModified, loadedAt: now };
    return { ...good, ...contents, takeShorter: false };
  }
  const failures = feed.failures + 1;
  return {
    failures,
    lastError: outcome.reason.slice(0, ERROR_CHARACTERS_MAX),
    dueAt: after(now, pauseMinutes(feed, failures)),
  };
}

/** Sooner than usual after a failure, and less often with each. */
function pauseMinutes({ everyMinutes }: Feed, failures: number): number {
  return Math.min(everyMinutes, 2 ** Math.min(failures, 12));
}

function after(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * MINUTE_MS);
}
