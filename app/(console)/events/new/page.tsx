import type { Metadata } from "next";
import { NewEvent } from "@/components/events/new/new-event";
import { afterFirstStep } from "@/components/overview/first-steps-return";
import { NoAccess } from "@/components/shared/no-access";
import { PageHeader } from "@/components/shared/page-header";
import { getNewEventSettings } from "@/lib/services/event/new-event/settings";
import { listTemplates } from "@/lib/services/event/template/list";
import { listThemeSettings } from "@/lib/services/event/theme/list-settings";
import { PREVIEW_STATES } from "@/waiting-room/pages/preview-states";
import { requireCaller } from "../../guard";
import { createEventAction, createFromTemplateAction } from "../actions";

export const metadata: Metadata = { title: "New event" };

type NewEventPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function NewEventPage({ searchParams }: NewEventPageProps) {
  const { context, can } = await requireCaller();
  if (!can("event:write")) return <NoAccess permission="event:write" />;
  const start = await getNewEventSettings(context);
  const templates = await listTemplates(context);
  const worn = [start.theme, ...templates.map(({ settings }) => settings.theme ?? null)];
  const keys = worn.filter((key) => key !== null);
  return (
    <>
      <PageHeader title="New event" parent={{ label: "Events", href: "/events" }} />
      <NewEvent
        after={await afterFirstStep(searchParams)}
        start={start}
        templates={templates}
        themes={await listThemeSettings(context, { keys })}
        states={PREVIEW_STATES}
        create={createEventAction}
        createFromTemplate={createFromTemplateAction}
      />
    </>
  );
}
