"use client";

import { useRouter } from "next/navigation";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { CopyLine } from "@/components/shared/copy-line";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { RunIdInput } from "@/lib/services/operation/report/find-run";
import type { RunReportView } from "@/lib/services/operation/report/get";

type PublishPanelProps = {
  report: RunReportView;
  /** Both are absent for whoever may not. */
  publish: Action<RunIdInput, { readonly url: string }> | undefined;
  withdraw: Action<RunIdInput, { readonly withdrawn: boolean }> | undefined;
};

/** Puts the fairness report where everybody can read and check it, and takes it back. */
export function PublishPanel({ report, publish, withdraw }: PublishPanelProps) {
  const { published, publicKey, endedAt } = report;
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
        <NotPublished runId={report.runId} isOver={endedAt !== null} publish={publish} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm">
            Published by {published.by}, <Moment at={published.at} />.{" "}
            <a className="link-text" href={published.url}>
              Open report
            </a>
          </p>
          <CopyLine text={published.url} label="Copy the report URL" />
          <p className="text-xs text-muted">Anyone can verify it with this command:</p>
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

type NotPublishedProps = {
  runId: string;
  isOver: boolean;
  publish: PublishPanelProps["publish"];
};

function NotPublished({ runId, isOver, publish }: NotPublishedProps) {
  const router = useRouter();
  const { isPending, message, act } = useAct();
  if (publish === undefined)
    return <RoleNote permission="report:publish" act="publish a fairness report" />;
  if (!isOver)
    return <p className="text-sm text-muted">You can publish the report once the run is over.</p>;
  const press = () => act(() => publish({ runId }), router.refresh);
  return (
    <div className="flex flex-col items-start gap-3">
      <FormMessage message={message} />
      <Button size="sm" variant="secondary" isPending={isPending} onClick={press}>
        Publish report
      </Button>
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
        Its URL returns “not found” within five minutes. Existing copies can still be verified.
      </ConfirmButton>
    </div>
  );
}
