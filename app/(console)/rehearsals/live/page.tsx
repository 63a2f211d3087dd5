import type { Metadata } from "next";
import { LiveForm } from "@/components/rehearsals/live-form";
import { PageHeader } from "@/components/shared/page-header";
import { RoleNote } from "@/components/shared/role-note";
import { requireCaller } from "../../guard";
import { startLiveAction } from "../actions";
import { askedEvent, choiceOfEvents, type RehearsalParams } from "../rehearsal-events";

export const metadata: Metadata = { title: "New live rehearsal" };

export default async function NewLivePage({ searchParams }: RehearsalParams) {
  const askedEventId = await askedEvent(searchParams);
  const { context, can } = await requireCaller();
  const events = can("rehearsal:run") ? await choiceOfEvents(context) : [];
  return (
    <>
      <PageHeader
        title="New live rehearsal"
        description="Test visitors join a copy of an event through the real waiting page and connector. Only one can run at a time."
        parent={{ label: "Rehearsals", href: "/rehearsals" }}
      />
      {can("rehearsal:run") ? (
        <LiveForm
          key={askedEventId}
          events={events}
          askedEventId={askedEventId}
          start={startLiveAction}
        />
      ) : (
        <RoleNote permission="rehearsal:run" act="run rehearsals" />
      )}
    </>
  );
}
