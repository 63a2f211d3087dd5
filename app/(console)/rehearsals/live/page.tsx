import type { Metadata } from "next";
import { LiveForm } from "@/components/rehearsals/live-form";
import { PageHeader } from "@/components/shared/page-header";
import { RoleNote } from "@/components/shared/role-note";
import { listRehearsalEvents } from "@/lib/services/rehearsal/list-events";
import { requireCaller } from "../../guard";
import { startLiveAction } from "../actions";

export const metadata: Metadata = { title: "New live rehearsal" };

export default async function NewLivePage() {
  const { context, can } = await requireCaller();
  return (
    <>
      <PageHeader
        title="New live rehearsal"
        description="Test visitors come to a copy of an event, through the real waiting page and connector. One at a time runs in an installation."
        parent={{ label: "Rehearsals", href: "/rehearsals" }}
      />
      {can("rehearsal:run") ? (
        <LiveForm events={await listRehearsalEvents(context)} start={startLiveAction} />
      ) : (
        <RoleNote permission="rehearsal:run" act="run rehearsals" />
      )}
    </>
  );
}
