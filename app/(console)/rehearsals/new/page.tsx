import type { Metadata } from "next";
import { WhatIfForm } from "@/components/rehearsals/what-if-form";
import { PageHeader } from "@/components/shared/page-header";
import { RoleNote } from "@/components/shared/role-note";
import { listRehearsalEvents } from "@/lib/services/rehearsal/list-events";
import { requireCaller } from "../../guard";
import { createWhatIfAction } from "../actions";

export const metadata: Metadata = { title: "New what-if" };

export default async function NewWhatIfPage() {
  const { context, can } = await requireCaller();
  return (
    <>
      <PageHeader
        title="New what-if"
        description="Many crowds are played by the rules of the line, in simulated time. It takes seconds, and nobody notices."
        parent={{ label: "Rehearsals", href: "/rehearsals" }}
      />
      {can("rehearsal:run") ? (
        <WhatIfForm events={await listRehearsalEvents(context)} create={createWhatIfAction} />
      ) : (
        <RoleNote permission="rehearsal:run" act="run rehearsals" />
      )}
    </>
  );
}
