import { listFigures } from "@/lib/services/operation/figures/list";
import { countRules } from "@/lib/services/operation/figures/rule-counts";
import {
  readLiveFigures,
  readOverview,
  readOverviewListing,
  readSharedTimeline,
} from "@/lib/services/operation/live/read-live";
import {
  figuresAnswer,
  liveAnswer,
  overviewAnswer,
  overviewListingAnswer,
  ruleCountAnswer,
  timelineAnswer,
} from "../answers/live";
import { listing, type Operation, operation } from "../operation";

const READ = { tag: "Live", method: "GET" } as const;
const EVENT = { eventId: "springsale" };

/** How lines stand now, and what happened minute by minute. */
export const LIVE_OPERATIONS: readonly Operation[] = [
  operation(readOverview, {
    ...{ ...READ, id: "getOverview", path: "/overview" },
    summary: "Get all events at a glance",
    description: "At most two seconds old.",
    output: overviewAnswer,
    example: {},
  }),
  operation(readOverviewListing, {
    ...{ ...READ, id: "getOverviewListing", path: "/overview/listing" },
    summary: "Get a page of the overview",
    description:
      "50 events a page, the totals of all, and the events named in `chosen` as they are now. At most two seconds old.",
    output: overviewListingAnswer,
    example: { filter: "now", sort: "waiting" },
  }),
  operation(readLiveFigures, {
    ...{ ...READ, id: "getLiveFigures", path: "/events/{eventId}/live" },
    summary: "Get live figures of an event",
    description: "At most half a second old. `snapshot` is null before the first start.",
    output: liveAnswer,
    example: EVENT,
  }),
  operation(readSharedTimeline, {
    ...{ ...READ, id: "getTimeline", path: "/events/{eventId}/timeline" },
    summary: "Get the timeline of an event",
    description:
      "At most 300 steps, ten seconds old at most. Who did what (`marks`) takes `audit:read` as well.",
    output: timelineAnswer,
    example: { ...EVENT, range: "hour" },
  }),
  listing(listFigures, {
    ...{ ...READ, id: "listFigures", path: "/events/{eventId}/figures" },
    summary: "List figures of an event by minute",
    description: "Steps in which nothing happened are left out.",
    of: figuresAnswer,
    by: ({ from }) => from,
    example: {
      ...EVENT,
      ...{ from: "2026-11-01T10:00:00Z", until: "2026-11-01T11:00:00Z", stepMinutes: 5 },
    },
  }),
  listing(countRules, {
    ...{ ...READ, id: "listRuleCounts", path: "/events/{eventId}/rule-counts" },
    summary: "Count decisions of access rules",
    description: "`lately`: in this hour and the one before.",
    of: ruleCountAnswer,
    by: ({ rule }) => String(rule),
    example: EVENT,
  }),
];
