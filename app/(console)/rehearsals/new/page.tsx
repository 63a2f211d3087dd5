import type { Metadata } from "next";
import { WhatIfForm } from "@/components/rehearsals/what-if-form";
import { PageHeader } from "@/components/shared/page-header";
import { RoleNote } from "@/components/shared/role-note";
import { findRehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import { requireCaller } from "../../guard";
import { createWhatIfAction, findRehearsalEventAction } from "../actions";
import { askedEvent, choiceOfEvents, type RehearsalParams } from "../rehearsal-events";

export const metadata: Metadata = { title: "Simulation" };

export default async function NewWhatIfPage({ searchParams }: RehearsalParams) {
  const askedEventId = await askedEvent(searchParams);
  const { context, can } = await requireCaller();
  const events = can("rehearsal:run") ? await choiceOfEvents(context) : [];
  const first = events.find(({ eventId }) => eventId === askedEventId) ?? events[0];
  const event =
    first === undefined ? undefined : await findRehearsalEvent(context, { eventId: first.eventId });
  return (
    <>
      <PageHeader
        title="Simulation"
        description="Simulates many sales with your settings in a few seconds. Your visitors are not affected."
        parent={{ label: "Rehearsals", href: "/rehearsals" }}
      />
      {can("rehearsal:run") ? (
        <WhatIfForm
          key={askedEventId}
          events={events}
          first={event}
          find={findRehearsalEventAction}
          create={createWhatIfAction}
        />
      ) : (
        <RoleNote permission="rehearsal:run" act="run rehearsals" />
      )}
    </>
  );
}
