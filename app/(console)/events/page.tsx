import { CalendarPlus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { EventTable } from "@/components/events/event-table";
import { FirstRunChecklist } from "@/components/events/first-run-checklist";
import { ButtonLink } from "@/components/shared/button-link";
import { EmptyState } from "@/components/shared/empty-state";
import { PageHeader } from "@/components/shared/page-header";
import { listEvents } from "@/lib/services/event/list";
import { requireCaller } from "../guard";
import { loadFirstRun } from "./first-run";

export const metadata: Metadata = { title: "Events" };

export default async function EventsPage() {
  const caller = await requireCaller();
  const events = await listEvents(caller.context);
  const steps = await loadFirstRun(caller, events);
  const createLink = caller.can("event:write") ? (
    <ButtonLink href="/events/new">Create event</ButtonLink>
  ) : null;
  return (
    <>
      <PageHeader
        title="Events"
        description="Each event is one waiting room with a line of its own."
        actions={events.length === 0 ? null : createLink}
      />
      <FirstRunChecklist steps={steps} />
      {events.length === 0 ? (
        <section className="rounded-3xl bg-surface shadow-surface">
          <EmptyState icon={CalendarPlus} title="No event yet" action={createLink}>
            An event protects a page of your site: visitors enter at the pace that you set, in the
            order in which they came.
          </EmptyState>
        </section>
      ) : (
        <EventTable events={events} />
      )}
      <p className="mt-3 text-xs">
        <Link href="/archived-events" className="link-text">
          Archive and templates
        </Link>
      </p>
    </>
  );
}
