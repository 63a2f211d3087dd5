import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import type { RunReportView } from "@/lib/services/report/get";

/** What was done to the event while the run went on. */
export function ActsPanel({ report: { acts, hasMoreActs } }: { report: RunReportView }) {
  return (
    <Panel title="What was done" description="From the audit log">
      {acts.length === 0 ? (
        <p className="text-sm text-muted">Nobody changed anything while it went on.</p>
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
        <p className="mt-3 text-xs text-muted">There were more: the audit log has them all.</p>
      ) : null}
    </Panel>
  );
}
