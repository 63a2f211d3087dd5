import { CalendarPlus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { OverviewBoard } from "@/components/overview/overview-board";
import { ButtonLink } from "@/components/shared/button-link";
import { DocsLink } from "@/components/shared/docs-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { RoleNote } from "@/components/shared/role-note";
import { requireCaller } from "../guard";
import { loadOverview, type OverviewParams } from "../overview/load-overview";
import { actOnManyAction } from "./actions";

export const metadata: Metadata = { title: "Events" };

export default async function EventsPage({ searchParams }: { searchParams: OverviewParams }) {
  const caller = await requireCaller();
  const initial = await loadOverview(caller.context, searchParams, "all");
  const createLink = caller.can("event:write") ? (
    <ButtonLink href="/events/new">Create event</ButtonLink>
  ) : (
    <RoleNote permission="event:write" act="create events" />
  );
  const isEmpty = initial.page.counts.all === 0;
  return (
    <>
      <PageHeader
        title="Events"
        description="Each event has its own waiting room and line."
        actions={isEmpty ? null : createLink}
      />
      {isEmpty ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState
            icon={CalendarPlus}
            title="No events yet"
            action={
              <div className="flex flex-col items-center gap-3">
                {createLink}
                <DocsLink page="console#first-steps">Getting started</DocsLink>
              </div>
            }
          >
            An event protects a page on your site. Visitors are admitted in order, at the pace you
            set.
          </EmptyState>
        </section>
      ) : (
        <OverviewBoard
          key={caller.context.customer.id}
          initial={initial}
          firstFilter="all"
          hasTotals={false}
          canWrite={caller.can("event:write")}
          actOnMany={caller.can("event:operate") ? actOnManyAction : undefined}
        />
      )}
      <p className="mt-3 text-xs">
        <Link href="/archived-events" className="link-text">
          Archive and templates
        </Link>
      </p>
    </>
  );
}
