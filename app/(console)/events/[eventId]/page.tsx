import type { Metadata } from "next";
import { LiveView } from "@/components/live/live-view";
import { runAction } from "@/lib/http/run-action";
import { getEvent } from "@/lib/services/event/manage/get";
import { getEventLive } from "@/lib/services/operation/live/event-live";
import { getStillNeeded } from "@/lib/services/sites/readiness/still-needed";
import { load, requireCaller } from "../../guard";
import { EVENT_ACTIONS } from "../event-actions";

export const metadata: Metadata = { title: "Live" };

type LivePageProps = { params: Promise<{ eventId: string }> };

export default async function LivePage({ params }: LivePageProps) {
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  const event = await load(getEvent(context, { eventId }));
  const [live, needed] = await Promise.all([
    runAction(() => getEventLive(context, { eventId })),
    getStillNeeded(context, { eventId }),
  ]);
  return (
    <LiveView
      event={event}
      initial={live.ok ? live.data.live : null}
      actions={EVENT_ACTIONS}
      needed={needed}
      may={{
        operate: can("event:operate"),
        stop: can("event:stop"),
        letThrough: can("event:let-through"),
      }}
    />
  );
}
