"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { CopyLine } from "@/components/shared/copy-line";
import { DocsLink } from "@/components/shared/docs-link";
import { FormMessage } from "@/components/shared/form-message";
import { Moment } from "@/components/shared/moment";
import { orOffline } from "@/components/shared/or-offline";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { RunIdInput } from "@/lib/services/report/find-run";
import type { RunReportView } from "@/lib/services/report/get";

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
      title="Fairness report for everybody"
      description={
        <>
          The figures above and a digest of all admissions, signed. It names no visitor.{" "}
          <DocsLink page="fairness">How it is checked</DocsLink>
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
              Open the report
            </a>
          </p>
          <CopyLine text={published.url} label="Copy the address of the report" />
          <p className="text-xs text-muted">Everybody checks it with this command:</p>
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
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  if (publish === undefined)
    return <RoleNote permission="report:publish" act="publish a fairness report" />;
  if (!isOver)
    return (
      <p className="text-sm text-muted">The run goes on. It can be published once it is over.</p>
    );
  const press = () =>
    startTransition(async () => {
      const result = await orOffline(publish({ runId }));
      setMessage(result.ok ? null : result.error.message);
      if (result.ok) router.refresh();
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <FormMessage message={message} />
      <Button size="sm" variant="secondary" isPending={isPending} onClick={press}>
        Publish the report
      </Button>
    </div>
  );
}

type WithdrawProps = { runId: string; withdraw: PublishPanelProps["withdraw"] };

function Withdraw({ runId, withdraw }: WithdrawProps) {
  const router = useRouter();
  if (withdraw === undefined) return null;
  return (
    <div className="print:hidden">
      <ConfirmButton
        trigger="Withdraw"
        triggerVariant="danger-soft"
        title="Withdraw the fairness report?"
        confirm="Withdraw the report"
        run={() => withdraw({ runId })}
        onDone={() => router.refresh()}
      >
        Its address answers “not found” within five minutes. Whoever has a copy can still check it.
      </ConfirmButton>
    </div>
  );
}
