import { z } from "zod";
import type { TimelinePoint } from "@/lib/domain/figures/timeline";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { readLiveFigures, readSharedTimeline } from "@/lib/services/operation/live/read-live";
import type { Asked } from "./asked";
import { timesOf } from "./event-answer";
import { moment, momentText } from "./moments";

const MINUTE_MS = 60_000;
/** As many as a timeline has in steps of a minute. */
const MINUTES_MAX = 299;

/** How the line of an event stands; numbers are texts, as there. What is not counted here is missing. */
export async function getSummary({ context, eventId }: Asked) {
  const { event, snapshot } = await readLiveFigures(context, { eventId });
  const { joined = 0, admitted = 0, left = 0, noShows = 0 } = snapshot?.sums ?? {};
  const lastMinute = snapshot?.admittedLastMinute ?? 0;
  const figures = {
    TotalQueueCount: joined,
    TotalQueueCountBeforeStart: await joinedBeforeStart(context, event),
    TotalWaitingInQueueCount: snapshot?.waiting ?? 0,
    TotalLeftQueueCount: left,
    ...{ NoOfRedirectsLastMinute: lastMinute, NoOfUniqueRedirectsLastMinute: lastMinute },
    TotalRedirectedCount: admitted,
    TotalOldQueueNumbers: noShows,
  };
  const texts = Object.entries(figures).map(([name, value]) => [name, String(value)]);
  return { VersionTimestamp: momentText(Date.now()), ...Object.fromEntries(texts) };
}

async function joinedBeforeStart(context: ServiceContext, event: EventView): Promise<number> {
  const { preQueueAtMs, startAtMs } = timesOf(event);
  const untilMs = Math.min(startAtMs, Date.now());
  if (untilMs <= preQueueAtMs) return 0;
  const [from, until] = [preQueueAtMs, untilMs].map((atMs) => new Date(atMs).toISOString());
  const { points } = await readSharedTimeline(context, { eventId: event.eventId, from, until });
  return points.reduce((sum, point) => sum + joinedIn(point), 0);
}

const admittedIn = ({ counts }: TimelinePoint) =>
  (counts?.["admitted-queue"] ?? 0) + (counts?.["admitted-safetynet"] ?? 0);
const joinedIn = ({ counts }: TimelinePoint) => counts?.joins ?? 0;

/** Our figures by the names of theirs. */
const FIGURES: Readonly<Record<string, (point: TimelinePoint) => number>> = {
  ...{ queueinflow: joinedIn, queueuniqueinflow: joinedIn },
  ...{ queueoutflow: admittedIn, queueuniqueoutflow: admittedIn },
  safetynetoutflow: ({ counts }) => counts?.["admitted-safetynet"] ?? 0,
  maxoutflow: ({ outflowPerMinute }) => outflowPerMinute ?? 0,
  queueidsinqueue: ({ waiting }) => waiting ?? 0,
  queueidscanceled: ({ counts }) => counts?.removed ?? 0,
  oldqueuenumbers: ({ counts }) => counts?.["no-shows"] ?? 0,
  queueexpectedwaittime: ({ expectedWaitSeconds }) => Math.ceil((expectedWaitSeconds ?? 0) / 60),
};

const between = z
  .strictObject({ from: moment, to: moment })
  .refine(({ from, to }) => from < to, { path: ["to"], error: "After from." })
  .refine(({ from, to }) => to - from <= MINUTES_MAX * MINUTE_MS, {
    path: ["from"],
    error: `At most ${MINUTES_MAX} minutes.`,
  });

/** One figure by minute. Throws `not_found` for one that is not counted here. */
export async function getDetails({ context, eventId, statistic, query }: Asked) {
  const figure = Object.hasOwn(FIGURES, statistic) ? FIGURES[statistic] : undefined;
  if (figure === undefined) {
    throw new ServiceError("not_found", `There is no figure ${statistic} here.`);
  }
  const span = between.parse(Object.fromEntries(query));
  const minute = (atMs: number) => Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  const [fromMs, untilMs] = [
    minute(span.from),
    Math.max(minute(span.to), minute(span.from) + MINUTE_MS),
  ];
  const iso = (atMs: number) => new Date(atMs).toISOString();
  const timeline = await readSharedTimeline(context, {
    ...{ eventId, from: iso(fromMs), until: iso(untilMs) },
  });
  const values = timeline.points
    .filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
    .map((point) => String(figure(point)));
  const sum = String(values.reduce((total, value) => total + Number(value), 0));
  return {
    VersionTimestamp: momentText(Date.now()),
    ...{ From: momentText(fromMs), To: momentText(untilMs), Interval: "1" },
    Entries: values.map((value) => ({ Sum: value, MinMinute: value, MaxMinute: value })),
    ...{ Sum: sum, SumOffset: "0" },
  };
}
