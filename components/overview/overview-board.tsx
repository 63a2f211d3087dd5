"use client";

import { SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import { AlertNewsList } from "@/components/alerts/alert-news";
import { AlertSwitch } from "@/components/alerts/alert-switch";
import { useAlerting, useAlerts } from "@/components/alerts/use-alerts";
import { LiveStatus } from "@/components/live/live-status";
import { DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { plural } from "@/components/shared/format";
import { useLive } from "@/components/shared/use-live";
import { Button } from "@/components/ui/button";
import {
  type EventFilter,
  type EventListing,
  type EventPage,
  listEvents,
} from "@/lib/domain/overview/overview-list";
import { type OverviewTotals, totalsOf } from "@/lib/domain/overview/totals";
import type { Overview } from "@/lib/services/operation/live/overview";
import { BulkBar } from "./bulk-bar";
import type { ActOnMany } from "./bulk-dialog";
import { eventColumns } from "./event-columns";
import { ListingBar } from "./listing-bar";
import { readListing, writeListing } from "./listing-params";
import { overviewAlerts, overviewLoss } from "./overview-alerts";
import { OverviewNotices } from "./overview-notices";
import { TotalsPanel } from "./totals-panel";
import { useChosenEvents } from "./use-chosen-events";

const POLL_MS = 3_000;

// Nobody needs it before something is chosen.
const BulkDialog = dynamic(() => import("./bulk-dialog").then((module) => module.BulkDialog), {
  ssr: false,
});

type OverviewBoardProps = {
  /** The page that the server has made already, so that something stands there at once. */
  initial: {
    readonly page: EventPage;
    readonly totals: OverviewTotals;
    readonly rest: Omit<Overview, "events">;
  };
  /** What is listed before anybody has chosen. */
  firstFilter: EventFilter;
  /** Above the list stand the totals of the account. */
  hasTotals: boolean;
  canWrite: boolean;
  /** Absent for members who may not operate events. */
  actOnMany: ActOnMany | undefined;
};

/**
 * All events, however many: one request every three seconds answers for all of them, and a page of them is in
 * the document. What is listed stands in the address.
 */
export function OverviewBoard(props: OverviewBoardProps) {
  const { initial, firstFilter, hasTotals, canWrite, actOnMany } = props;
  const pathname = usePathname();
  const params = useSearchParams();
  const [listing, setListing] = useState(() => readListing(params, firstFilter));
  const isPolledUnseen = useAlerting();
  const live = useLive<Overview>({ url: "/api/v1/overview", pollMs: POLL_MS, isPolledUnseen });
  const page = live.data === null ? initial.page : listEvents(live.data.events, listing);
  const overview = live.data ?? initial.rest;
  const totals = live.data === null ? initial.totals : totalsOf(live.data.events);
  const alerts = live.data && overviewAlerts(totals, live.data.isServed);
  const { news, isMuted } = useAlerts(
    alerts,
    overviewLoss(live.isStale || live.hasFailed, overview.isServed),
  );
  const chosen = useChosenEvents(live.data?.events ?? initial.page.events);
  const change = (changed: Partial<EventListing>) => {
    const next = { ...listing, page: 1, ...changed };
    setListing(next);
    const query = writeListing(next, firstFilter);
    window.history.replaceState(null, "", query === "" ? pathname : `${pathname}?${query}`);
  };
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        <AlertNewsList news={news} className="text-xs" />
        {hasTotals ? (
          <div className="ml-auto">
            <AlertSwitch isMuted={isMuted} />
          </div>
        ) : null}
      </div>
      <OverviewNotices overview={overview} />
      {hasTotals ? <TotalsPanel totals={totals} isServed={overview.isServed} /> : null}
      <section
        aria-label="Events"
        className="overflow-hidden rounded-3xl bg-surface shadow-surface"
      >
        <ListingBar listing={listing} counts={page.counts} onChange={change} />
        {chosen.events.length === 0 ? null : (
          <BulkBar
            count={chosen.events.length}
            ask={(act) => chosen.ask(act, chosen.events)}
            clear={chosen.clear}
          />
        )}
        {page.events.length === 0 ? (
          <NothingFound listing={listing} onShowAll={() => change({ filter: "all", search: "" })} />
        ) : (
          <DataTable
            caption="Events"
            columns={eventColumns(overview, {
              canWrite,
              ...(actOnMany === undefined ? {} : chosen.acts),
            })}
            rows={page.events}
            rowKey={({ eventId }) => eventId}
          />
        )}
        <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-separator px-4 py-2">
          <LiveStatus {...live} />
          <Pages page={page} onChange={(next) => change({ page: next })} />
        </footer>
      </section>
      {chosen.asked === null || actOnMany === undefined ? null : (
        <BulkDialog
          {...chosen.asked}
          actOnMany={actOnMany}
          onClose={chosen.close}
          onDone={() => {
            chosen.clear();
            live.refetch();
          }}
        />
      )}
    </>
  );
}

const NOTHING: Record<EventFilter, { title: string; text: string }> = {
  now: {
    title: "No open events",
    text: "Visitors go straight to your pages, or see that the event has not started. Start an event on its page, or schedule it.",
  },
  coming: {
    title: "No upcoming events",
    text: "Events with a start time or a schedule appear here, soonest first.",
  },
  attention: {
    title: "Nothing needs attention",
    text: "Every open event is running with your settings.",
  },
  tests: {
    title: "No test copies",
    text: "A live rehearsal runs on a copy of an event. It is listed here until the rehearsal ends.",
  },
  all: { title: "No events yet", text: "Create an event to protect a page with a waiting room." },
};

function NothingFound(props: { listing: EventListing; onShowAll: () => void }) {
  const { filter, search } = props.listing;
  const words =
    search.trim() === ""
      ? NOTHING[filter]
      : {
          title: `No match for “${search.trim()}”`,
          text: "Searches names and IDs of the events in this list.",
        };
  return (
    <EmptyState
      icon={SearchX}
      title={words.title}
      action={
        filter === "all" && search === "" ? undefined : (
          <Button size="sm" variant="secondary" onClick={props.onShowAll}>
            Show all events
          </Button>
        )
      }
    >
      {words.text}
    </EmptyState>
  );
}

function Pages({ page, onChange }: { page: EventPage; onChange: (page: number) => void }) {
  if (page.pages === 1) {
    return <p className="figures text-note text-muted">{plural(page.found, "event")}</p>;
  }
  return (
    <nav aria-label="Pages of the list" className="flex items-center gap-2">
      <p className="figures text-note text-muted" aria-live="polite">
        Page {page.page} of {page.pages}, {plural(page.found, "event")}
      </p>
      <Button
        size="sm"
        variant="tertiary"
        isDisabled={page.page === 1}
        onClick={() => onChange(page.page - 1)}
      >
        Previous
      </Button>
      <Button
        size="sm"
        variant="tertiary"
        isDisabled={page.page === page.pages}
        onClick={() => onChange(page.page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
