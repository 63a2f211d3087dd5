import { FlaskConical } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { QuickRehearsal } from "@/components/rehearsals/quick-rehearsal";
import { RehearsalTable } from "@/components/rehearsals/rehearsal-table";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { Panel } from "@/components/shared/panel";
import { RefreshEvery } from "@/components/shared/refresh-every";
import { RoleNote } from "@/components/shared/role-note";
import { listEventNames } from "@/lib/services/event/manage/list-names";
import { listRehearsals } from "@/lib/services/operation/rehearsal/list";
import { requireCaller } from "../guard";
import { startLiveAction } from "./actions";
import { askedEvent, loadQuickRehearsal, type RehearsalParams } from "./rehearsal-events";

export const metadata: Metadata = { title: "Rehearsals" };

export default async function RehearsalsPage({ searchParams }: RehearsalParams) {
  const caller = await requireCaller();
  const askedEventId = await askedEvent(searchParams);
  const [rehearsals, events, quick] = await Promise.all([
    listRehearsals(caller.context),
    listEventNames(caller.context),
    loadQuickRehearsal(caller, askedEventId),
  ]);
  const canRun = caller.can("rehearsal:run");
  const isBusy = rehearsals.some(({ state }) => state === "queued" || state === "running");
  const query = askedEventId === "" ? "" : `?${new URLSearchParams({ event: askedEventId })}`;
  const actions = canRun ? (
    <>
      {events.length === 0 ? null : (
        <ButtonLink href={`/rehearsals/live${query}`} variant="secondary">
          New live rehearsal
        </ButtonLink>
      )}
      <ButtonLink href={`/rehearsals/new${query}`}>New simulation</ButtonLink>
    </>
  ) : null;
  return (
    <>
      <PageHeader
        title="Rehearsals"
        description={
          <>
            Try a sale before it happens, or see{" "}
            <Link href="/capacity" className="link-text">
              what machines it needs
            </Link>
            . <DocsLink page="rehearsal">How simulations work</DocsLink>
          </>
        }
        actions={actions}
      />
      {isBusy ? <RefreshEvery seconds={2} /> : null}
      {quick === null ? null : <QuickRehearsal {...quick} start={startLiveAction} />}
      <Panel flush>
        {rehearsals.length === 0 ? (
          <EmptyState icon={FlaskConical} title="No rehearsals yet">
            A simulation estimates waits and when the line clears. A live rehearsal sends test
            visitors to a copy of an event.
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
