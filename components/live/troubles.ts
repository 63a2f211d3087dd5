import { formatMoment, formatNumber } from "@/components/shared/format";
import { withinLimit } from "@/lib/domain/event/standing";
import type { GovernorReason } from "@/lib/domain/governor/governor";
import type { EventLive } from "@/lib/services/event/get-live";

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
  if (event.status !== "open") return schedule(event);
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
  title: "no answer",
  says: "These figures are old: the console gets no answer. The waiting rooms run on by themselves.",
};

const OPENING: Trouble = {
  key: "opening",
  tone: "info",
  title: "Opening",
  says: "The line is being opened. Figures appear here as soon as the worker has created it.",
};

const NOBODY_SERVES: Trouble = {
  key: "nobody",
  tone: "danger",
  title: "no server",
  says: "No server of the waiting room answers: nobody sees the page or gets in. Is the waiting room running, and does it reach Redis?",
};

function schedule({ opensAt, timeZone }: EventLive["event"]): Trouble[] {
  if (opensAt === null) return [];
  const says = `Its schedules open it again on ${formatMoment(opensAt, timeZone)}. Until then visitors have what the event shows after its end.`;
  return [{ key: "opens", tone: "info", title: "Opens again", says }];
}

function lossesOf({ timeUnknown, recovering, unknownSeats }: Snapshot): Trouble[] {
  const troubles: Trouble[] = [];
  if (timeUnknown) {
    troubles.push({
      key: "time",
      tone: "danger",
      title: "clock unknown",
      says: "Redis came back with a clock that nobody can judge. Every place is kept; nobody is admitted until a waiting room that knows this line, or the worker with Postgres, says what time it is.",
    });
  } else if (recovering) {
    troubles.push({
      key: "recovering",
      tone: "danger",
      title: "recovering",
      says: "The line is recovering from a loss of Redis. Every place is kept; nobody is admitted until it is whole.",
    });
  }
  if (unknownSeats > 0) {
    troubles.push({
      key: "seats",
      tone: "warning",
      title: "seats unknown",
      says: `Redis lost its last seconds, and a waiting room that may have let people in then is gone. Up to ${formatNumber(unknownSeats)} seats count as taken until those visits would have ended.`,
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
      title: "everybody goes in",
      says: "Everybody is let through, whatever the outflow. End it as soon as the site needs its line again.",
    });
  }
  if (paused) {
    const read =
      pauseMessage === null ? "Paused without a message." : `Visitors read: “${pauseMessage}”`;
    const says = letThrough ? `${read} Resume goes on letting everybody through.` : read;
    troubles.push({ key: "paused", tone: "warning", title: "on pause", says });
  }
  if (softBlock) {
    const says = "Everybody solves a challenge before joining, until the soft block is ended.";
    troubles.push({ key: "soft-block", tone: "info", title: "Soft block", says });
  }
  return troubles;
}

/** What holds the line back besides the settings. The banner of the console says what a suspension does. */
function limits(live: EventLive, snapshot: Snapshot): Trouble[] {
  if (live.standing.suspension !== null) return [];
  return [...stock(snapshot), ...outflow(live, snapshot)];
}

function stock({ stock: left, soldOut, grants }: Snapshot): Trouble[] {
  const troubles: Trouble[] = [];
  const add = (tone: Trouble["tone"], title: string, says: string) =>
    troubles.push({ key: title, tone, title, says });
  if (soldOut) add("warning", "sold out", "Sold out: nobody enters, and those who wait are told.");
  else if (left === 0) {
    const until = "the next one enters when one of them is free again.";
    add("info", "All reserved", `All units are reserved for visitors on the site: ${until}`);
  } else if (left !== null) {
    add("info", "Stock", `${formatNumber(left)} left to give away.`);
  }
  if (grants === 0) {
    add("warning", "no slots left", "Slots are given by hand and all are used: nobody enters.");
  } else if (grants !== null) {
    add("info", "Slots by hand", `Slots are given by hand: ${formatNumber(grants)} are left.`);
  }
  return troubles;
}

function outflow({ event, governor, standing }: EventLive, snapshot: Snapshot): Trouble[] {
  const allowed = withinLimit(event.outflowInForce, standing.limits.maxOutflowPerMinute);
  if (event.governor !== null && snapshot.outflowPerMinute < allowed) {
    const { tone, why, next } = GOVERNED[governor?.reason ?? "slow"];
    const says = `${why}: the governor lets ${formatNumber(snapshot.outflowPerMinute)} of ${formatNumber(allowed)} visitors a minute in. ${next}`;
    return [{ key: "governor", tone, title: titleOf(why), says }];
  }
  if (allowed === event.outflowInForce) return [];
  const says = `This installation allows an event ${formatNumber(allowed)} visitors a minute, so that many go in of the ${formatNumber(event.outflowInForce)} that are set.`;
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
    why: "The site is not known yet",
    next: "It begins carefully and raises that with each round of good answers.",
  },
  failing: {
    tone: "warning",
    why: "The site does not answer",
    next: "That stays so until it answers. Is its health URL right, and is the site up?",
  },
  "slow-from-start": {
    tone: "warning",
    why: "The site has been slow from the start",
    next: "Its answers take more than half of the time that they may take, so there are no good ones to compare with.",
  },
  slow: {
    tone: "warning",
    why: "The site is slow",
    next: "It raises that by itself once the site is well.",
  },
  growing: {
    tone: "info",
    why: "The site answers well",
    next: "It raises that step by step, every 30 seconds.",
  },
};
