import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import { QuickRehearsal } from "@/components/rehearsals/quick-rehearsal";
import { RehearsalTable } from "@/components/rehearsals/rehearsal-table";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { RoleNote } from "@/components/shared/role-note";
import { listRehearsals } from "@/lib/services/rehearsal/list";
import { requireCaller } from "../guard";
import { startLiveAction } from "./actions";
import { listRehearsalEvents } from "./rehearsal-events";

export const metadata: Metadata = { title: "Rehearsals" };

export default async function RehearsalsPage() {
  const { context, can } = await requireCaller();
  const [rehearsals, events] = await Promise.all([
    listRehearsals(context),
    listRehearsalEvents(context),
  ]);
  const canRun = can("rehearsal:run");
  const [event] = events;
  const isBusy = rehearsals.some(({ state }) => state === "queued" || state === "running");
  const actions = canRun ? (
    <>
      {event === undefined ? null : (
        <ButtonLink href="/rehearsals/live" variant="secondary">
          New live rehearsal
        </ButtonLink>
      )}
      <ButtonLink href="/rehearsals/new">New what-if</ButtonLink>
    </>
  ) : null;
  return (
    <>
      <PageHeader
        title="Rehearsals"
        description={
          <>
            Play a sale before it happens.{" "}
            <DocsLink page="rehearsal">What is played, and how exact it is</DocsLink>
          </>
        }
        actions={actions}
      />
      {isBusy ? <RefreshEvery seconds={2} /> : null}
      {canRun && event !== undefined && rehearsals.every(({ kind }) => kind !== "live") ? (
        <QuickRehearsal eventId={event.eventId} eventName={event.name} start={startLiveAction} />
      ) : null}
      <Panel flush>
        {rehearsals.length === 0 ? (
          <EmptyState icon={FlaskConical} title="No rehearsal yet">
            A what-if plays many crowds by the rules of the line and says when it clears. A live
            rehearsal sends test visitors to a copy of an event.
          </EmptyState>
        ) : (
          <RehearsalTable rehearsals={rehearsals} />
        )}
      </Panel>
      {canRun ? null : (
        <RoleNote permission="rehearsal:run" act="run rehearsals" className="mt-3" />
      )}
    </>
  );
}
