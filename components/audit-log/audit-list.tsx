import { Bot, KeyRound, UserRound } from "lucide-react";
import { formatMoment } from "@/components/shared/format";
import type { AuditView } from "@/lib/services/audit/list";

const ICONS = { user: UserRound, "api-key": KeyRound, worker: Bot } as const;

function iconOf(type: string) {
  return type === "api-key" || type === "worker" ? ICONS[type] : ICONS.user;
}

function dayOf(at: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(at),
  );
}

/** Who did what, as sentences, gathered by day. */
export function AuditList({ entries }: { entries: readonly AuditView[] }) {
  const days = new Map<string, AuditView[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
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
            {ofDay.map((entry) => {
              const Icon = iconOf(entry.actor.type);
              return (
                <li key={entry.id} className="flex items-start gap-3 px-4 py-2.5">
                  <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                  <p className="min-w-0 flex-1 break-words">{entry.summary}</p>
                  <time
                    dateTime={entry.at}
                    title={formatMoment(entry.at, "UTC")}
                    className="figures shrink-0 text-xs leading-5 text-muted"
                  >
                    {entry.at.slice(11, 16)} UTC
                  </time>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </div>
  );
}
