import type { Metadata } from "next";
import { ArchiveLists } from "@/components/events/archive/archive-lists";
import { PageHeader } from "@/components/shared/page-header";
import { listArchivedEvents } from "@/lib/services/event/list";
import { listTemplates } from "@/lib/services/event-template/list";
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
        description="Events that were put away, and settings to begin new ones with."
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
