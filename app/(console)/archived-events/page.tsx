import type { Metadata } from "next";
import { ArchiveLists } from "@/components/events/archive/archive-lists";
import { PageHeader } from "@/components/shared/page-header";
import { listArchivedEvents } from "@/lib/services/event/manage/list";
import { listTemplates } from "@/lib/services/event/template/list";
import { restoreEventAction } from "../events/[eventId]/settings/life-actions";
import { requireCaller } from "../guard";
import { deleteTemplateAction } from "./actions";

export const metadata: Metadata = { title: "Archive and templates" };

export default async function ArchivePage() {
  const { context, can } = await requireCaller();
  const [events, templates] = await Promise.all([
    listArchivedEvents(context),
    listTemplates(context),
  ]);
  return (
    <>
      <PageHeader
        title="Archive and templates"
        parent={{ label: "Events", href: "/events" }}
        description="Archived events, and settings to start new events from."
      />
      <ArchiveLists
        events={events}
        templates={templates}
        canWrite={can("event:write")}
        restore={restoreEventAction}
        deleteTemplate={deleteTemplateAction}
      />
    </>
  );
}
