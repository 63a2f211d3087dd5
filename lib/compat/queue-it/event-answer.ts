import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { env } from "@/lib/platform/env";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { momentText } from "./moments";
import { nameOfZone } from "./time-zones";

const MINUTE_MS = 60_000;
/** What stands for no end. */
const NO_END_MS = Date.parse("9999-12-31T23:59:59Z");

/** When an event begins and ends, in milliseconds. An always-on one has begun when it was made. */
export function timesOf({ kind, startAt, endAt, createdAt, preQueueMinutes }: EventView) {
  const startAtMs = Date.parse(startAt ?? createdAt);
  const ahead = kind === "scheduled" ? preQueueMinutes * MINUTE_MS : 0;
  return {
    preQueueAtMs: startAtMs - ahead,
    startAtMs,
    endAtMs: endAt === null ? NO_END_MS : Date.parse(endAt),
  };
}

/** What a search by phase knows; null before the pre-queue, after the end and while it is not open. */
export function phaseOf(event: EventView, nowMs: number): "prequeue" | "queue" | null {
  const { preQueueAtMs, startAtMs, endAtMs } = timesOf(event);
  if (event.status !== "open" || nowMs < preQueueAtMs || nowMs >= endAtMs) return null;
  return nowMs < startAtMs ? "prequeue" : "queue";
}

/** Nobody goes in while an event is paused or not open. */
const statusOf = ({ status, paused }: EventView) =>
  status === "open" && !paused ? "Running" : "Paused";

/** An event in a list. */
export function rowOf(event: EventView) {
  const { startAtMs, endAtMs } = timesOf(event);
  const status = statusOf(event);
  return {
    ...{ EventId: event.eventId, DisplayName: event.name },
    PreQueueStartsMinuesBefore: String(event.kind === "scheduled" ? event.preQueueMinutes : 0),
    ...{ EventStartTime: momentText(startAtMs), EventEndTime: momentText(endAtMs) },
    ...{ QueueStatus: status, QueueStatusText: status },
    MaxRedirectsPerMinute: String(event.outflowInForce),
    IsTest: event.isTest ? "True" : "False",
  };
}

const AFTER_END = {
  page: "KeepUsersOnAfterEventPage",
  redirect: "RedirectUsersToSpecialPage",
} as const;

/** An event as their API answers it, with what is so here for all events. */
export function eventAnswer({ customer }: ServiceContext, event: EventView) {
  const { preQueueAtMs, startAtMs, endAtMs } = timesOf(event);
  const local = (atMs: number) =>
    momentText(Date.parse(`${instantToLocalTime(atMs, event.timeZone)}Z`));
  const url = new URL(env.waitingRoomUrl());
  const { afterEvent } = event;
  const isThrough = afterEvent?.protectedPages === "let-through";
  const shown = afterEvent?.show ?? { kind: "page" };
  return {
    QueueUrl: `${env.waitingRoomUrl()}/?c=${customer.wireId}&e=${event.eventId}`,
    EventId: event.eventId,
    PreQueueStartLocalTime: local(preQueueAtMs),
    EventStartLocalTime: local(startAtMs),
    EventEndLocalTime: local(endAtMs),
    ...{ QueueStatus: statusOf(event), LastPassedAutoTestRun: "" },
    ...{ DisplayName: event.name, RedirectUrl: event.targetUrl, Description: "" },
    TimeZone: nameOfZone(event.timeZone),
    PreQueueStartTime: momentText(preQueueAtMs),
    EventStartTime: momentText(startAtMs),
    EventEndTime: momentText(endAtMs),
    EventCulture: event.language,
    MaxRedirectsPerMinute: String(event.outflowInForce),
    ...{ MaxNoOfRedirectsPrQueueId: "3", QueueNumberValidityInMinutes: "60" },
    AfterEventLogic: isThrough ? "RedirectUsersToTargetPage" : AFTER_END[shown.kind],
    AfterEventRedirectPage: "url" in shown ? shown.url : "",
    ...{ UseSSL: "Auto", JavaScriptSupportEnabled: "True", TargetUrlSupportEnabled: "True" },
    ...{ SafetyNetMode: "Disabled", KnowUserSecurity: "KnownUserV3", KnowUserSecretKey: "" },
    ...{ CustomLayout: event.theme ?? "", XUsersInFrontOfYou: "0" },
    ...{ TargetUrlValidationRegex: "", DomainAlias: url.host, AllowedCustomLayouts: [] },
    ...{ BrowserCultureEnabled: "True", IdleQueueLogic: "UseBeforePage" },
    IdleQueueRedirectPage: "",
  };
}
