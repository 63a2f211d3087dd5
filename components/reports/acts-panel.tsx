import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { RunReportView } from "@/lib/services/operation/report/get";

/** What was done to the event while the run went on. */
export function ActsPanel({ report: { acts, hasMoreActs } }: { report: RunReportView }) {
  return (
    <Panel title="Changes" description="From the audit log">
      {acts.length === 0 ? (
        <p className="text-sm text-muted">No changes during this run.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {acts.map(({ id, at, sentence }) => (
            <li key={id} className="grid gap-x-4 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
              <Moment at={at} className="figures text-xs leading-5 text-muted" />
              <span className="break-words">{sentence}</span>
            </li>
          ))}
        </ol>
      )}
      {hasMoreActs ? (
        <p className="mt-3 text-xs text-muted">Older changes are in the audit log.</p>
      ) : null}
    </Panel>
  );
}
