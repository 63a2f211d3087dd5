import { openEvent } from "../harness/events";
import type { BenchServers } from "../harness/servers";
import { type RawRequest, visitorRequests } from "../harness/visitor-requests";

export const ROUTES = ["line", "status", "join", "enter"] as const;
export type Route = (typeof ROUTES)[number];

const WAITING = 100_000;
/** Visitors that stand far enough behind not to be called while the benchmark lasts. */
const CHECKING_IN = { from: 50_000, count: 5_000 };
/** More than enter in one run; each number enters once. */
const CALLED = 2_000_000;
/** Slots beyond what any process can hand out, so that entering is never held up by the outflow. */
const UNLIMITED_OUTFLOW = 12_000_000;

type Own = Partial<Omit<Parameters<typeof openEvent>[1], "eventId">>;

/** An event with 100,000 waiting, and requests to it: joins come from an address each, so none is near its limit. */
export async function openBusy({ redis, master }: BenchServers, eventId: string, own: Own = {}) {
  const line = { outflowPerMinute: 600, waiting: WAITING, ...own };
  const event = await openEvent(redis, { eventId, ...line });
  const requests = visitorRequests(master);
  const checkIns = many(CHECKING_IN.count, (at) => requests.checkIn(event, CHECKING_IN.from + at));
  return {
    event,
    line: [requests.lineJson(event)],
    status: checkIns,
    joins: (most: number) => many(most, () => requests.join(event)),
  };
}

/** An event in which 2,000,000 numbers are called that nothing holds up; answers entries of the next ones. */
export async function openEntering(
  { redis, master }: BenchServers,
  eventId: string,
  own: Own = {},
) {
  const line = { outflowPerMinute: UNLIMITED_OUTFLOW, waiting: WAITING, called: CALLED, ...own };
  const event = await openEvent(redis, { eventId, ...line });
  const requests = visitorRequests(master);
  let entered = 0;
  const enters = (most: number): RawRequest[] =>
    many(most, () => {
      entered += 1;
      return requests.enter(event, entered);
    });
  return { event, enters };
}

function many(count: number, make: (index: number) => RawRequest): RawRequest[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
