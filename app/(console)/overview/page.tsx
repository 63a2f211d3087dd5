import type { Metadata } from "next";
import { cookies } from "next/headers";
import { FirstRun } from "@/components/overview/first-run";
import { HIDDEN_STEPS_COOKIE } from "@/components/overview/first-steps-return";
import { OverviewBoard } from "@/components/overview/overview-board";
import { QuickRehearsal } from "@/components/rehearsals/quick-rehearsal";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { actOnManyAction } from "../events/actions";
import { requireCaller } from "../guard";
import { startLiveAction } from "../rehearsals/actions";
import { loadQuickRehearsal } from "../rehearsals/rehearsal-events";
import { FIRST_RUN_ACTIONS } from "./first-run-actions";
import { loadFirstRun } from "./load-first-run";
import { loadOverview, type OverviewParams } from "./load-overview";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: OverviewParams }) {
  const caller = await requireCaller();
  const [initial, firstRun, quick, cookieStore] = await Promise.all([
    loadOverview(caller.context, searchParams, "now"),
    loadFirstRun(caller),
    loadQuickRehearsal(caller),
    cookies(),
  ]);
  const hidden = cookieStore.get(HIDDEN_STEPS_COOKIE);
  // Once setup is complete, the events come first.
  const isSetUp = firstRun?.state.hasVisit === true;
  const firstSteps =
    firstRun === null ? null : (
      <FirstRun
        path={firstRun}
        actions={FIRST_RUN_ACTIONS}
        isHidden={hidden?.value === firstRun.customerId}
      />
    );
  return (
    <>
      <PageHeader
        title="Overview"
        description={
          <>
            All your events, live. <DocsLink page="console#overview">About these columns</DocsLink>
          </>
        }
        actions={
          <>
            <ButtonLink href="/wall" variant="tertiary">
              Wall
            </ButtonLink>
            {caller.can("event:write") ? (
              <ButtonLink href="/events/new">Create event</ButtonLink>
            ) : null}
          </>
        }
      />
      {isSetUp ? null : firstSteps}
      {initial.page.counts.all === 0 ? null : (
        <OverviewBoard
          key={caller.context.customer.id}
          initial={initial}
          firstFilter="now"
          hasTotals
          canWrite={caller.can("event:write")}
          actOnMany={caller.can("event:operate") ? actOnManyAction : undefined}
        />
      )}
      <div className="mt-5">
        {isSetUp ? firstSteps : null}
        {quick === null ? null : <QuickRehearsal {...quick} start={startLiveAction} />}
      </div>
    </>
  );
}
