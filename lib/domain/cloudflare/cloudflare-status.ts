import type { QueueingMethod } from "@/lib/domain/event/settings";
import { expectedWaitRandom } from "@/lib/domain/line/expected-wait-random";
import { isFinal } from "@/lib/domain/line/phase";
import type { PublicLine } from "@/lib/domain/line/public-line";

/** What Cloudflare's Waiting Room tells a visitor: the fields of its JSON and the variables of its templates. */
export type CloudflareStatus = {
  /** Always true: who is not in it gets the site. */
  readonly inWaitingRoom: true;
  readonly waitTimeKnown: boolean;
  /** In minutes, as all times here; 0 when it is not known. */
  readonly waitTime: number;
  /** The minutes within which so many are in; 0 but in random order. */
  readonly waitTime25Percentile: number;
  readonly waitTime50Percentile: number;
  readonly waitTime75Percentile: number;
  readonly waitTimeFormatted: string;
  readonly queueIsFull: boolean;
  readonly queueAll: boolean;
  readonly lastUpdated: string;
  /** 0: asking again changes nothing. */
  readonly refreshIntervalSeconds: number;
  readonly queueingMethod: QueueingMethod;
  readonly isFIFOQueue: boolean;
  readonly isRandomQueue: boolean;
  readonly isPassthroughQueue: boolean;
  readonly isRejectQueue: boolean;
  readonly isEventActive: boolean;
  readonly isEventPrequeueing: boolean;
  readonly timeUntilEventStart: number;
  readonly timeUntilEventStartFormatted: string;
  readonly timeUntilEventEnd: number;
  readonly timeUntilEventEndFormatted: string;
  readonly shuffleAtEventStart: boolean;
  readonly turnstile: "";
  readonly infiniteQueue: false;
};

/** How times are written. */
export type CloudflareWording = {
  readonly minutes: (minutes: number) => string;
  readonly range: (low: number, high: number) => string;
  readonly unavailable: string;
};

/** As in Cloudflare's JSON, which is English whatever language the visitor speaks. */
export const CLOUDFLARE_ENGLISH: CloudflareWording = {
  minutes: inEnglish,
  range: (low, high) => (low === high ? inEnglish(low) : `${inEnglish(low)} to ${inEnglish(high)}`),
  unavailable: "unavailable",
};

export type CloudflareVisitor = {
  readonly line: PublicLine;
  /** Visitors before this one; null for somebody who has no place yet. */
  readonly ahead: number | null;
  readonly kind: "always-on" | "scheduled";
  readonly wording: CloudflareWording;
};

/** How often somebody asks who is far from the front, who is near it, and who has no place yet. */
const FAR_SECONDS = 20;
const NEAR_SECONDS = 5;
const NO_PLACE_SECONDS = 1;

/** The status of a visitor as Cloudflare's Waiting Room would tell it. */
export function cloudflareStatus(visitor: CloudflareVisitor): CloudflareStatus {
  const { line } = visitor;
  return {
    inWaitingRoom: true,
    ...waitOf(visitor),
    queueIsFull: line.full && visitor.ahead === null,
    queueAll: line.paused,
    lastUpdated: new Date(line.now).toISOString(),
    refreshIntervalSeconds: refreshSeconds(visitor),
    queueingMethod: line.method,
    isFIFOQueue: line.method === "fifo",
    isRandomQueue: line.method === "random",
    isPassthroughQueue: line.method === "passthrough",
    isRejectQueue: line.method === "reject",
    ...eventOf(visitor),
    turnstile: "",
    infiniteQueue: false,
  };
}

/** Whether nobody gets in now. */
function isShut({ phase, soldOut }: PublicLine): boolean {
  return isFinal(phase) || phase === "rejected" || soldOut;
}

function refreshSeconds({ line, ahead }: CloudflareVisitor): number {
  // Where nobody is let in, nobody has a place to ask for.
  if (isFinal(line.phase) || (ahead === null && line.phase === "rejected")) return 0;
  if (isBeforeStart(line)) return FAR_SECONDS;
  if (ahead === null)
    return line.full || line.paused || isShut(line) ? FAR_SECONDS : NO_PLACE_SECONDS;
  // In random order a check-in counts once in so many seconds.
  if (line.method === "random") return FAR_SECONDS;
  // Who is not there when the number comes near is passed over: before that they have to ask more often.
  return ahead > line.near + line.speed * FAR_SECONDS ? FAR_SECONDS : NEAR_SECONDS;
}

/** Nobody goes in before the start, whether or not places are given out. */
function isBeforeStart({ phase }: PublicLine): boolean {
  return phase === "before" || phase === "pre-queue" || phase === "drawing";
}

const UNKNOWN = {
  waitTimeKnown: false,
  waitTime: 0,
  waitTime25Percentile: 0,
  waitTime50Percentile: 0,
  waitTime75Percentile: 0,
} as const;

function waitOf({ line, ahead, wording }: CloudflareVisitor) {
  const unknown = { ...UNKNOWN, waitTimeFormatted: wording.unavailable };
  if (isShut(line) || line.paused || isBeforeStart(line) || line.method === "passthrough") {
    return unknown;
  }
  if (line.method === "random") return randomWait(line, wording) ?? unknown;
  const perMinute = admittedPerMinute(line);
  if (perMinute <= 0) return unknown;
  const waitTime = wholeMinutes((ahead ?? line.waiting) / perMinute);
  const waitTimeFormatted = wording.minutes(waitTime);
  return { ...UNKNOWN, waitTimeKnown: true, waitTime, waitTimeFormatted };
}

/** Who was let in in the last minute; before the first one is over it would be too few. */
function admittedPerMinute({ measured, outflow, startAt, draw, now }: PublicLine): number {
  const openSinceMs = now - Math.max(startAt ?? 0, draw?.opensAt ?? 0);
  return measured > 0 && openSinceMs >= 60_000 ? measured : outflow;
}

function randomWait(line: PublicLine, { range }: CloudflareWording) {
  const wait = expectedWaitRandom({
    admittedPerMinute: admittedPerMinute(line),
    waiting: line.waiting,
  });
  if (wait.type === "unknown") return null;
  const { p25, p50, p75 } = wait.type === "minutes" ? wait : { p25: 1, p50: 1, p75: 1 };
  const [low, half, high] = [wholeMinutes(p25), wholeMinutes(p50), wholeMinutes(p75)];
  return {
    waitTimeKnown: true,
    waitTime: half,
    waitTime25Percentile: low,
    waitTime50Percentile: half,
    waitTime75Percentile: high,
    waitTimeFormatted: range(low, high),
  };
}

/** Rounded up: somebody who was told 10 minutes should not wait eleven. */
function wholeMinutes(minutes: number): number {
  return Math.max(1, Math.ceil(minutes));
}

function eventOf({ line, kind, wording }: CloudflareVisitor) {
  const isEventPrequeueing = kind === "scheduled" && isBeforeStart(line);
  const isEventActive = isEventPrequeueing || (kind === "scheduled" && line.phase === "running");
  const untilStart = isEventPrequeueing ? minutesUntil(line.startAt, line.now) : null;
  const untilEnd = isEventActive ? minutesUntil(line.endAt, line.now) : null;
  const formatted = (minutes: number | null) =>
    minutes === null ? wording.unavailable : wording.minutes(minutes);
  return {
    isEventActive,
    isEventPrequeueing,
    timeUntilEventStart: untilStart ?? 0,
    timeUntilEventStartFormatted: formatted(untilStart),
    timeUntilEventEnd: untilEnd ?? 0,
    timeUntilEventEndFormatted: formatted(untilEnd),
    shuffleAtEventStart: isEventActive && line.draw !== null,
  };
}

function minutesUntil(atMs: number | null, nowMs: number): number | null {
  return atMs === null ? null : Math.max(0, Math.ceil((atMs - nowMs) / 60_000));
}

function inEnglish(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts = [
    ...(hours > 0 ? [counted(hours, "hour")] : []),
    ...(minutes % 60 > 0 || hours === 0 ? [counted(minutes % 60, "minute")] : []),
  ];
  return parts.join(" ");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
