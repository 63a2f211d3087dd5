import type { Metadata } from "next";
import { EventSettings } from "@/components/events/event-settings";
import { RuleCounts } from "@/components/events/protection/rule-counts";
import { runAction } from "@/lib/http/run-action";
import { env } from "@/lib/platform/env";
import { getEvent } from "@/lib/services/event/get";
import { getLive } from "@/lib/services/event/get-live";
import { countRules } from "@/lib/services/event/rule-counts";
import { listThemes } from "@/lib/services/theme/list";
import { load, requireCaller } from "../../../guard";
import { updateEventAction } from "../../actions";

export const metadata: Metadata = { title: "Settings" };

type SettingsPageProps = { params: Promise<{ eventId: string }> };

export default async function SettingsPage({ params }: SettingsPageProps) {
  const { eventId } = await params;
  const { context, can } = await requireCaller();
  const event = await load(getEvent(context, { eventId }));
  const live = await runAction(() => getLive(context, { eventId }));
  const logoPath = `/assets/logo/${context.customer.wireId}/${eventId}/${event.logo?.hash}`;
  const counts = await runAction(() => countRules(context, { eventId }));
  return (
    <RuleCounts counts={counts.ok ? counts.data : []}>
      <EventSettings
        event={event}
        logoUrl={event.logo === null ? null : `${env.waitingRoomUrl()}${logoPath}`}
        canWrite={can("event:write")}
        timeZones={["UTC", ...Intl.supportedValuesOf("timeZone")]}
        themes={await listThemes(context)}
        initial={live.ok ? live.data : null}
        update={updateEventAction}
      />
    </RuleCounts>
  );
}
