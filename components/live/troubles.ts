import { formatMoment, formatNumber } from "@/components/shared/format";
import { withinLimit } from "@/lib/domain/event/standing";
import type { GovernorReason } from "@/lib/domain/governor/governor";
import type { PromisedOpening } from "@/lib/domain/schedule/promised-opening";
import type { EventLive } from "@/lib/services/operation/live/get-live";

/** Something that an operator must know beside the figures. What is not `info` is wrong. */
export type Trouble = {
  readonly key: string;
  readonly tone: "info" | "warning" | "danger";
  /** In a few words. */
  readonly title: string;
  /** What it means, and what to do. */
  readonly says: string;
};

type Seen = { readonly isLoaded: boolean; readonly isStale: boolean };
type Snapshot = NonNullable<EventLive["snapshot"]>;

/** What is wrong with an event, or holds its line back, the worst first. Figures that are old say nothing else. */
export function troublesOf(live: EventLive, { isLoaded, isStale }: Seen): readonly Trouble[] {
  if (isStale) return [STALE];
  const { event, snapshot } = live;
  if (event.status !== "open") return promised(event);
  if (snapshot === null) return isLoaded ? [OPENING] : [];
  return [
    ...lossesOf(snapshot),
    ...(snapshot.nodesAlive === 0 ? [NOBODY_SERVES] : []),
    ...decided(event),
    ...limits(live, snapshot),
  ];
}

const STALE: Trouble = {
  key: "stale",
  tone: "danger",
  title: "connection lost",
  says: "The console is not responding or can't reach the line, so these figures are out of date. Visitors keep their places.",
};

const OPENING: Trouble = {
  key: "opening",
  tone: "info",
  title: "Opening",
  says: "The worker is opening the line. Figures appear here in a few seconds.",
};

const NOBODY_SERVES: Trouble = {
  key: "nobody",
  tone: "danger",
  title: "no server",
  says: "No waiting-room server is responding, so visitors get no page and nobody is admitted. Check that the waiting room is running and can reach Redis.",
};

/** What becomes of the opening that an event's times promise, where it is not open. */
function promised({ opening, timeZone }: EventLive["event"]): Trouble[] {
  if (opening === null) return [];
  if (opening.type === "undated") return [UNDATED];
  const at = formatMoment(new Date(opening.atMs).toISOString(), timeZone);
  return [PROMISED[opening.type](at)];
}

const UNDATED: Trouble = {
  key: "undated",
  tone: "warning",
  title: "no start time",
  says: "This event has no start time. Set one under Settings, Schedule.",
};

const PROMISED = {
  opens: (at) => ({
    key: "opens",
    tone: "info",
    title: "Reopens",
    says: `A schedule reopens the event on ${at}. Until then visitors see the page for ended events.`,
  }),
  unarmed: (at) => ({
    key: "unarmed",
    tone: "warning",
    title: "won't open",
    says: `This event is a draft, so it won't open on ${at} until you schedule it.`,
  }),
  missed: (at) => ({
    key: "missed",
    tone: "warning",
    title: "start passed",
    says: `The start time, ${at}, has passed and the event was never started. If you start it now, visitors are admitted at once.`,
  }),
  over: (at) => ({
    key: "over",
    tone: "warning",
    title: "end passed",
    says: `The end time, ${at}, has passed. Set a later one under Settings, Schedule before you start the event.`,
  }),
} as const satisfies Record<Exclude<PromisedOpening["type"], "undated">, (at: string) => Trouble>;

function lossesOf({ timeUnknown, recovering, unknownSeats }: Snapshot): Trouble[] {
  const troubles: Trouble[] = [];
  if (timeUnknown) {
    troubles.push({
      key: "time",
      tone: "danger",
      title: "clock unknown",
      says: "Redis restarted and its clock can't be verified. All places are kept. Nobody is admitted until a waiting room or the worker confirms the time.",
    });
  } else if (recovering) {
    troubles.push({
      key: "recovering",
      tone: "danger",
      title: "recovering",
      says: "The line is recovering from data loss in Redis. All places are kept. Nobody is admitted until recovery is complete.",
    });
  }
  if (unknownSeats > 0) {
    troubles.push({
      key: "seats",
      tone: "warning",
      title: "seats unknown",
      says: `Redis lost its last seconds of data, and a waiting-room server that may have admitted visitors then is gone. Up to ${formatNumber(unknownSeats)} seats count as taken until those visits would have ended.`,
    });
  }
  return troubles;
}

/** What somebody has decided that visitors feel. */
function decided({ paused, pauseMessage, letThrough, softBlock }: EventLive["event"]): Trouble[] {
  const troubles: Trouble[] = [];
  if (letThrough && !paused) {
    troubles.push({
      key: "let-through",
      tone: "warning",
      title: "letting everyone through",
      says: "Every visitor goes straight to your site, regardless of the outflow.",
    });
  }
  if (paused) {
    const read =
      pauseMessage === null ? "Paused without a message." : `Visitors see: “${pauseMessage}”`;
    const says = letThrough ? `${read} Resuming lets everyone through again.` : read;
    troubles.push({ key: "paused", tone: "warning", title: "paused", says });
  }
  if (softBlock) {
    const says =
      "Every visitor solves a challenge before joining until you turn the soft block off.";
    troubles.push({ key: "soft-block", tone: "info", title: "Soft block", says });
  }
  return troubles;
}

/** What holds the line back besides the settings. The banner of the console says what a suspension does. */
function limits(live: EventLive, snapshot: Snapshot): Trouble[] {
  if (live.standing.suspension !== null) return [];
  return [...stock(snapshot), ...outflow(live, snapshot)];
}

const SOLD_OUT: Trouble = {
  key: "sold-out",
  tone: "warning",
  title: "sold out",
  says: "Everything is sold. Nobody is admitted, and waiting visitors are told.",
};

const ALL_RESERVED: Trouble = {
  key: "all-reserved",
  tone: "info",
  title: "All reserved",
  says: "All units are reserved for visitors on the site; the next visitor is admitted when one is released.",
};

const NO_SLOTS: Trouble = {
  key: "no-slots",
  tone: "warning",
  title: "no slots left",
  says: "All manual slots are used. Nobody is admitted.",
};

function stock({ stock: left, soldOut, grants }: Snapshot): Trouble[] {
  const troubles: Trouble[] = [];
  if (soldOut) troubles.push(SOLD_OUT);
  else if (left === 0) troubles.push(ALL_RESERVED);
  else if (left !== null) {
    const says = `${formatNumber(left)} units left.`;
    troubles.push({ key: "stock", tone: "info", title: "Stock", says });
  }
  if (grants === 0) troubles.push(NO_SLOTS);
  else if (grants !== null) {
    const says = `${formatNumber(grants)} manual slots left.`;
    troubles.push({ key: "slots", tone: "info", title: "Manual slots", says });
  }
  return troubles;
}

function outflow({ event, governor, standing }: EventLive, snapshot: Snapshot): Trouble[] {
  const allowed = withinLimit(event.outflowInForce, standing.limits.maxOutflowPerMinute);
  if (event.governor !== null && snapshot.outflowPerMinute < allowed) {
    const { tone, why, next } = GOVERNED[governor?.reason ?? "slow"];
    const says = `${why}. The governor has lowered the outflow to ${formatNumber(snapshot.outflowPerMinute)} of ${formatNumber(allowed)} per minute. ${next}`;
    return [{ key: "governor", tone, title: titleOf(why), says }];
  }
  if (allowed === event.outflowInForce) return [];
  const says = `The outflow is set to ${formatNumber(event.outflowInForce)} per minute but limited to ${formatNumber(allowed)} by this installation.`;
  return [{ key: "allowed", tone: "info", title: "Outflow limited", says }];
}

/** As part of a sentence. */
function titleOf(why: string): string {
  return why.charAt(0).toLowerCase() + why.slice(1);
}

type Governed = { readonly tone: "info" | "warning"; readonly why: string; readonly next: string };

const GOVERNED: Readonly<Record<GovernorReason, Governed>> = {
  learning: {
    tone: "info",
    why: "The governor is learning your site",
    next: "It rises while your site responds well.",
  },
  failing: {
    tone: "warning",
    why: "Your site is not responding",
    next: "Check the health URL and that your site is up.",
  },
  "slow-from-start": {
    tone: "warning",
    why: "Your site has been slow from the start",
    next: "Responses take more than half of the timeout, so there is no baseline to compare with.",
  },
  slow: {
    tone: "warning",
    why: "Your site is slow",
    next: "It rises automatically once your site recovers.",
  },
  growing: {
    tone: "info",
    why: "Your site has recovered",
    next: "It rises every 30 seconds.",
  },
};
