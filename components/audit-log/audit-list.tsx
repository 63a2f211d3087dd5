"use client";

import { Bot, KeyRound, Server, UserRound } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { dateFormats } from "@/components/shared/date-formats";
import { useZone } from "@/components/shared/zone";
import { hasDetails } from "@/lib/domain/audit/detail-lines";
import type { AuditView } from "@/lib/services/installation/audit/list";
import { AuditDetails } from "./audit-details";

const ICONS = {
  user: UserRound,
  "api-key": KeyRound,
  worker: Bot,
  installation: Server,
} as const;

function iconOf(type: string) {
  return ICONS[type as keyof typeof ICONS] ?? UserRound;
}

const daysIn = dateFormats({ dateStyle: "full" });
const secondsIn = dateFormats({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Who did what, as sentences, gathered by day of the customer's time zone. */
export function AuditList({ entries }: { entries: readonly AuditView[] }) {
  const zone = useZone();
  const days = new Map<string, AuditView[]>();
  for (const entry of entries) {
    const day = daysIn(zone).format(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return (
    <div className="flex flex-col gap-4">
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="overflow-hidden rounded-3xl bg-surface shadow-surface">
          <h2 className="border-b border-separator bg-surface-secondary px-4 py-2 text-xs font-medium text-muted">
            {day}
          </h2>
          <ol className="divide-y divide-separator">
            {ofDay.map((entry) => (
              <AuditRow key={entry.id} entry={entry} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function AuditRow({ entry, zone }: { entry: AuditView; zone: string }) {
  const Icon = iconOf(entry.actor.type);
  const utc = `${entry.at.slice(0, 19).replace("T", " ")} UTC`;
  const line = (
    <>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 break-words">{entry.summary}</span>
      <time
        dateTime={entry.at}
        title={utc}
        className="figures shrink-0 text-xs leading-5 text-muted"
      >
        {secondsIn(zone).format(new Date(entry.at))}
      </time>
    </>
  );
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-start gap-3 px-4 py-2.5 text-sm outline-none hover:bg-surface-secondary focus-visible:focus-ring">
          {line}
        </summary>
        <div className="animate-appear border-t border-separator bg-surface-secondary px-4 py-3 sm:pl-11">
          {hasDetails(entry.details) ? <AuditDetails details={entry.details} /> : null}
          <dl className="mt-2 grid gap-x-4 gap-y-1.5 text-xs text-muted first:mt-0 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
            <Fact label="Time">{utc}</Fact>
            {entry.source === null ? null : <Source {...entry.source} />}
            <Fact label="Action">
              {entry.verb},{" "}
              {entry.seq === null ? "not linked yet" : `link ${entry.seq} of the chain`}
            </Fact>
          </dl>
        </div>
      </details>
    </li>
  );
}

function Source({ session, network }: NonNullable<AuditView["source"]>) {
  return (
    <>
      <Fact label="From">{network === "" ? "unknown network" : network}</Fact>
      {session === null ? null : (
        <Fact label="Session">
          <code className="font-mono">…{session}</code>{" "}
          <Link href={`/audit-log?${new URLSearchParams({ session })}`} className="link-text">
            Show all of this session
          </Link>
        </Fact>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt>{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
