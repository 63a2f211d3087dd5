import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EventSettings } from "@/components/events/event-settings";
import { RuleCounts } from "@/components/events/protection/rule-counts";
import { findSection } from "@/components/events/sections/registry";
import { runAction } from "@/lib/http/run-action";
import { listDrafts } from "@/lib/services/event/draft/list";
import { getEvent } from "@/lib/services/event/manage/get";
import { getNewEventSettings } from "@/lib/services/event/new-event/settings";
import { listThemes } from "@/lib/services/event/theme/list";
import { countRules } from "@/lib/services/operation/figures/rule-counts";
import { getLive } from "@/lib/services/operation/live/get-live";
import { load, requireCaller } from "../../../../guard";
import { logoUrlOf } from "../../logo-url";
import { SETTINGS_ACTIONS } from "../settings-actions";
import { BesideSection } from "./beside-section";

type SectionPageProps = { params: Promise<{ eventId: string; section: string }> };

export async function generateMetadata({ params }: SectionPageProps): Promise<Metadata> {
  const section = findSection((await params).section);
  return { title: section === null ? "Settings" : `${section.title} · Settings` };
}

export default async function SectionPage({ params }: SectionPageProps) {
  const { eventId, section } = await params;
  const shown = findSection(section);
  if (shown === null) notFound();
  const caller = await requireCaller();
  const { context, can } = caller;
  const event = await load(getEvent(context, { eventId }));
  const live = await runAction(() => getLive(context, { eventId }));
  const counts = await runAction(() => countRules(context, { eventId }));
  const drafts = await load(listDrafts(context, { eventId }));
  return (
    <RuleCounts counts={counts.ok ? counts.data : []}>
      <div className="flex flex-col gap-3">
        <EventSettings
          section={shown.id}
          event={event}
          draft={drafts.find((draft) => draft.section === shown.id) ?? null}
          newEvent={await getNewEventSettings(context)}
          logoUrl={logoUrlOf(context, event)}
          canWrite={can("event:write")}
          themes={await listThemes(context)}
          initial={live.ok ? live.data : null}
          actions={SETTINGS_ACTIONS}
        />
        <BesideSection section={shown.id} event={event} caller={caller} nowMs={Date.now()} />
      </div>
    </RuleCounts>
  );
}
