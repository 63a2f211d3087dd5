import type { Metadata } from "next";
import { LiveView } from "@/components/live/live-view";
import { runAction } from "@/lib/http/run-action";
import { getEvent } from "@/lib/services/event/manage/get";
import { getEventLive } from "@/lib/services/operation/live/event-live";
import { getComparison } from "@/lib/services/operation/rehearsal/get-comparison";
import { listRuns } from "@/lib/services/operation/report/list";
import { getStillNeeded } from "@/lib/services/sites/readiness/still-needed";
import { load, requireCaller } from "../../guard";
import { EVENT_ACTIONS } from "../event-actions";
import { logoUrlOf } from "./logo-url";

export const metadata: Metadata = { title: "Live" };

type LivePageProps = { params: Promise<{ eventId: string }> };

export default async function LivePage({ params }: LivePageProps) {
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  const event = await load(getEvent(context, { eventId }));
  const wasRun = event.runId > 0 && event.status !== "open" && can("report:read");
  const [live, needed, comparison, runs] = await Promise.all([
    runAction(() => getEventLive(context, { eventId })),
    getStillNeeded(context, { eventId }),
    load(getComparison(context, { eventId })),
    wasRun ? load(listRuns(context, { eventId, limit: 1 })) : null,
  ]);
  const lastRun = runs?.items[0];
  return (
    <LiveView
      event={event}
      initial={live.ok ? live.data.live : null}
      actions={EVENT_ACTIONS}
      needed={needed}
      comparison={comparison}
      logoUrl={logoUrlOf(context, event)}
      reportHref={lastRun === undefined ? null : `/reports/${lastRun.runId}`}
      may={{
        operate: can("event:operate"),
        stop: can("event:stop"),
        letThrough: can("event:let-through"),
      }}
    />
  );
}
