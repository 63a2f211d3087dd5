"use client";

import { Bot, KeyRound, Server, UserRound } from "lucide-react";
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
const minutesIn = dateFormats({ hour: "2-digit", minute: "2-digit" });

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
        {minutesIn(zone).format(new Date(entry.at))}
      </time>
    </>
  );
  if (!hasDetails(entry.details)) {
    return <li className="flex items-start gap-3 px-4 py-2.5 text-sm">{line}</li>;
  }
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-start gap-3 px-4 py-2.5 text-sm outline-none hover:bg-surface-secondary focus-visible:focus-ring">
          {line}
        </summary>
        <div className="animate-appear border-t border-separator bg-surface-secondary px-4 py-3 sm:pl-11">
          <AuditDetails details={entry.details} />
          <p className="mt-2 text-xs text-muted">
            {utc} · {entry.verb} ·{" "}
            {entry.seq === null ? "not linked yet" : `link ${entry.seq} of the chain`}
          </p>
        </div>
      </details>
    </li>
  );
}
