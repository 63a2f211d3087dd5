import type { Metadata } from "next";
import { FirstRun } from "@/components/overview/first-run";
import { OverviewBoard } from "@/components/overview/overview-board";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { PageHeader } from "@/components/shared/page-header";
import { requireCaller } from "../guard";
import { FIRST_RUN_ACTIONS } from "./first-run-actions";
import { loadFirstRun } from "./load-first-run";
import { loadOverview, type OverviewParams } from "./load-overview";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: OverviewParams }) {
  const caller = await requireCaller();
  const initial = await loadOverview(caller.context, searchParams, "now");
  const firstRun = await loadFirstRun(caller);
  return (
    <>
      <PageHeader
        title="Overview"
        description={
          <>
            All your waiting rooms, as they are now.{" "}
            <DocsLink page="console#overview">What the columns say</DocsLink>
          </>
        }
        actions={
          caller.can("event:write") ? (
            <ButtonLink href="/events/new">Create event</ButtonLink>
          ) : null
        }
      />
      {firstRun === null ? null : <FirstRun path={firstRun} actions={FIRST_RUN_ACTIONS} />}
      {initial.page.counts.all === 0 ? null : <OverviewBoard initial={initial} firstFilter="now" />}
    </>
  );
}
