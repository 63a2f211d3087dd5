import type { Decision, EndedSession } from "../core/decision.ts";
import {
  type ActivityItem,
  ActivityQueue,
  type ActivityReport,
  activityOf,
  endsOf,
  keepWithin,
} from "./activity-queue.ts";
import { nameInstance } from "./instance.ts";
import { requireOptions } from "./options.ts";
import { endAfter, type Fetch, jitter, type Schedule, toError } from "./runtime.ts";

const MAX_REFUSED = 10_000;
const MAX_ANSWER_CHARACTERS = 200_000;
/** Visits that end about together are reported together. */
const URGENT_MS = 100;
/**
 * So many times the time that a report may take. A runtime that ends a request may drop the report that
 * was sent beside it, which then never ends; what is in it is repeated.
 */
const REPORT_IS_LOST_AFTER = 3;

/** How to report to the waiting room who is on the site. */
export interface ActivityOptions {
  /** `https://…/status/activity/{customerId}` of the waiting room. */
  readonly activityUrl: string;
  readonly apiKey: string;
  /** Seconds between reports, give or take a tenth. Default 10. */
  readonly intervalSeconds?: number | undefined;
  /** Milliseconds that a report may take. Default 4000. */
  readonly timeoutMs?: number | undefined;
  /** What may wait to be reported; beyond it the oldest is dropped. Default 10,000. */
  readonly maxWaiting?: number | undefined;
  /** Default: the runtime's own. */
  readonly fetch?: Fetch | undefined;
  /** Without it, reports go out with requests. */
  readonly schedule?: Schedule | undefined;
  readonly onProblem?: ((problem: Error) => void) | undefined;
}

/** Collects what happens to visitors and reports it in the background. */
export interface ActivityReporter {
  readonly record: (decision: Decision) => void;
  /** The site has ended visits; that goes out at once, where there are timers. */
  readonly recordEnd?: (ended: readonly EndedSession[]) => void;
  /** Somebody was let through because no config was ever seen. */
  readonly recordFailedOpen: () => void;
  /** Whether the waiting room has taken the place back. */
  readonly isRefused: (queueId: string) => boolean;
  /** Starts a report when one is due, and returns it; it never rejects. */
  readonly sendIfDue: (nowMs: number) => Promise<void> | null;
  readonly counts: () => ActivityCounts;
  /** Reports what is left and stops. */
  readonly close: () => Promise<void>;
}

/** What became of the things to report, since the start. */
export interface ActivityCounts {
  readonly reported: number;
  /** Dropped because too many waited, or because the waiting room refused the report. */
  readonly dropped: number;
  readonly waiting: number;
}

/** Statuses below 500 after which a retry may succeed; any other means that the report itself is wrong. */
const WORTH_REPEATING: readonly number[] = [401, 403, 408, 429];

function bodyOf({ batch, items, failedOpen }: ActivityReport, instance: string): string {
  const idsOf = (kind: ActivityItem["kind"]): readonly string[] =>
    items.filter((item) => item.kind === kind).map(({ queueId }) => queueId);
  const used = items
    .filter(({ kind }) => kind === "used")
    .map(({ eventId, queueId, useHash }) => ({ e: eventId, q: queueId, h: useHash }));
  const said = { active: idsOf("active"), over: idsOf("over"), used, failOpen: failedOpen };
  return JSON.stringify({ instance, batch, ...said });
}

function postOf(body: string, apiKey: string) {
  const headers = { "api-key": apiKey, "content-type": "application/json" };
  return { method: "POST", headers, body, redirect: "manual" } as const;
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !WORTH_REPEATING.includes(status);
}

function readRefused(text: string): readonly string[] {
  if (text.length > MAX_ANSWER_CHARACTERS) throw new Error("The answer to a report is too large");
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== "object" || answer === null || !("refused" in answer)) return [];
  const { refused } = answer;
  return Array.isArray(refused) ? refused.filter((id) => typeof id === "string") : [];
}

async function inTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) await work(item);
}

/**
 * Makes a reporter. Nothing is sent while a visitor waits: `record` only notes. A report that was not
 * answered is repeated as it was, under the same name, so that nothing in it counts twice and no first
 * use of a token looks like a second one.
 *
 * @throws TypeError naming the option that is wrong
 */
export function createActivityReporter(options: ActivityOptions): ActivityReporter {
  const { activityUrl, apiKey, intervalSeconds = 10, timeoutMs = 4000 } = options;
  const { maxWaiting = 10_000, onProblem = (): void => undefined, schedule } = options;
  requireOptions({ intervalSeconds: intervalSeconds >= 0.01, maxWaiting: maxWaiting >= 1 });
  const send: Fetch = options.fetch ?? ((url, request) => fetch(url, request));
  const queue = new ActivityQueue(maxWaiting);
  const refused = new Set<string>();
  const instance = nameInstance();
  let reported = 0;
  let nextReportAtMs = 0;
  let sending: Promise<void> | null = null;
  let cancelTimer: (() => void) | undefined;
  let isClosed = false;
  /** Something is to be reported before it is due. */
  let isUrgent = false;

  const sendReport = async (report: ActivityReport): Promise<void> => {
    try {
      const url = `${activityUrl}/${encodeURIComponent(report.eventId)}`;
      const request = postOf(bodyOf(report, instance()), apiKey);
      const answer = await send(url, { ...request, signal: endAfter(timeoutMs) });
      if (answer.status !== 200) {
        if (isRefusal(answer.status)) queue.giveUp(report);
        throw new Error(`The report was answered ${answer.status}`);
      }
      const taken = readRefused(await answer.text());
      if (queue.forget(report)) reported += report.items.length;
      for (const queueId of taken) refused.add(queueId);
      keepWithin(refused, MAX_REFUSED);
    } catch (error) {
      onProblem(toError(error));
    }
  };
  const planNext = (delayMs: number): void => {
    nextReportAtMs = Date.now() + delayMs;
    cancelTimer?.();
    cancelTimer = isClosed ? undefined : schedule?.(start, delayMs);
  };
  function start(): Promise<void> {
    isUrgent = false;
    const reports = queue.take();
    const round = inTurn(reports, sendReport).finally(() => {
      if (sending !== round) return;
      sending = null;
      planNext(isUrgent ? URGENT_MS : jitter(intervalSeconds * 1000));
    });
    sending = round;
    planNext(REPORT_IS_LOST_AFTER * timeoutMs * Math.max(1, reports.length));
    return round;
  }
  cancelTimer = schedule?.(start, jitter(intervalSeconds * 1000));

  return {
    record: (decision) => {
      for (const item of activityOf(decision)) queue.add(item);
    },
    recordEnd: (ended) => {
      for (const item of endsOf(ended)) queue.add(item);
      if (isUrgent || ended.length === 0) return;
      isUrgent = true;
      // Without timers it goes out with whatever asks next.
      if (sending === null) planNext(schedule ? URGENT_MS : 0);
    },
    recordFailedOpen: () => queue.addFailedOpen(),
    isRefused: (queueId) => refused.has(queueId),
    sendIfDue: (nowMs) => {
      const isDue = queue.waiting > 0 && nowMs >= nextReportAtMs;
      return isDue ? start() : null;
    },
    counts: () => ({ reported, dropped: queue.dropped, waiting: queue.waiting }),
    close: async () => {
      isClosed = true;
      cancelTimer?.();
      await sending;
      await start();
    },
  };
}
