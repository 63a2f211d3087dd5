"use client";

import { ConfirmButton } from "@/components/shared/confirm-button";
import { CopyLine } from "@/components/shared/copy-line";
import { DocsLink } from "@/components/shared/docs-link";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import type { Action } from "@/lib/http/action-result";
import type { RunIdInput } from "@/lib/services/operation/report/find-run";
import type { RunReportView } from "@/lib/services/operation/report/get";
import type { PublishedUrls } from "@/lib/services/operation/report/publish";

type PublishPanelProps = {
  report: RunReportView;
  /** Both are absent for whoever may not. */
  publish: Action<RunIdInput, PublishedUrls> | undefined;
  withdraw: Action<RunIdInput, { readonly withdrawn: boolean }> | undefined;
};

/** Puts the fairness report where everybody can read and check it, and takes it back. */
export function PublishPanel({ report, publish, withdraw }: PublishPanelProps) {
  const { published, publicKey } = report;
  return (
    <Panel
      className={published === null ? "print:hidden" : ""}
      title="Public fairness report"
      description={
        <>
          Contains the figures above and a signed digest of all admissions. No visitor is
          identifiable. <DocsLink page="fairness">How verification works</DocsLink>
        </>
      }
    >
      {published === null ? (
        <NotPublished report={report} publish={publish} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm">
            Published by {published.by}, <Moment at={published.at} />.{" "}
            <a className="link-text" href={published.pageUrl}>
              Open public page
            </a>{" "}
            ·{" "}
            <a className="link-text" href={published.url}>
              Report file (JSON)
            </a>
          </p>
          <CopyLine text={published.pageUrl} label="Copy the URL of the public page" />
          <p className="text-xs text-muted">
            Anyone can verify it on that page, or with this command:
          </p>
          <CopyLine
            text={`stanchion verify-fairness report.json --key=${publicKey}`}
            label="Copy the command"
          />
          <Withdraw runId={report.runId} withdraw={withdraw} />
        </div>
      )}
    </Panel>
  );
}

type NotPublishedProps = { report: RunReportView; publish: PublishPanelProps["publish"] };

function NotPublished({ report, publish }: NotPublishedProps) {
  if (publish === undefined)
    return <RoleNote permission="report:publish" act="publish a fairness report" />;
  if (report.endedAt === null)
    return <p className="text-sm text-muted">You can publish the report once the run is over.</p>;
  const { runId } = report;
  return (
    <div>
      <ConfirmButton
        trigger="Publish report"
        title="Publish this report?"
        confirm="Publish"
        confirmVariant="primary"
        run={() => publish({ runId })}
      >
        <WhatIsPublished report={report} />
      </ConfirmButton>
    </div>
  );
}

/** What strangers will read, before anything is public. */
function WhatIsPublished({
  report: { eventName, run, openedAt, endedAt, sums },
}: {
  report: RunReportView;
}) {
  const figures = [
    ["Arrivals", sums.arrived],
    ["Did not join", sums.turnedAway],
    ["Joined", sums.joined],
    ["Admitted", sums.admitted],
    ["Waiting at the end", sums.waiting],
    ["Left the line", sums.left],
    ["No-shows", sums.noShows],
    ["Cancelled", sums.removed],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <p>
        Anyone with the URL will be able to read: your organisation’s name, {eventName}, run {run},{" "}
        <Moment at={openedAt} /> to {endedAt === null ? "now" : <Moment at={endedAt} />}.
      </p>
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-foreground">
        {figures.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right font-medium">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <p>
        Also public: the figures under Fairness, waits, the outflow over time, the draw’s verdict
        and a signed digest of all admissions. No visitor can be identified.
      </p>
    </div>
  );
}

type WithdrawProps = { runId: string; withdraw: PublishPanelProps["withdraw"] };

function Withdraw({ runId, withdraw }: WithdrawProps) {
  if (withdraw === undefined) return null;
  return (
    <div className="print:hidden">
      <ConfirmButton
        trigger="Withdraw"
        triggerVariant="danger-soft"
        title="Withdraw the fairness report?"
        confirm="Withdraw report"
        run={() => withdraw({ runId })}
      >
        Its page and file return “not found” within five minutes. Existing copies can still be
        verified.
      </ConfirmButton>
    </div>
  );
}
