import { z } from "zod";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { readTimelineInput } from "@/lib/services/operation/figures/read-timeline";
import { getEventLive } from "./event-live";
import { listOverview, overviewListingInput } from "./list-overview";
import { getOverview } from "./overview";
import { getTimeline } from "./shared-timeline";

// What pages poll as text that many share, as values for programs, which share the same reads.

/** An event with the live figures of its line, at most half a second old. */
export const readLiveFigures = defineVerb(
  "event:read",
  eventIdInput,
  async (context, input) => (await getEventLive(context, input)).live,
);

/** The timeline of an event, at most ten seconds old. */
export const readSharedTimeline = defineVerb(
  "event:read",
  readTimelineInput,
  async (context, input) => (await getTimeline(context, input)).answer.value,
);

/** All events of the customer with their figures, at most two seconds old. */
export const readOverview = defineVerb(
  "event:read",
  z.strictObject({}),
  async (context) => (await getOverview(context)).overview,
);

/** One page of them, with the totals of all. */
export const readOverviewListing = defineVerb(
  "event:read",
  overviewListingInput,
  async (context, input) => (await listOverview(context, input)).listing,
);
