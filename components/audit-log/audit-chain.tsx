"use client";

import { Link2, MailCheck, ShieldCheck } from "lucide-react";
import { useState, useTransition } from "react";
import { CopyButton } from "@/components/shared/copy-button";
import { DocsLink } from "@/components/shared/docs-link";
import { formatNumber } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Notice } from "@/components/shared/notice";
import { orOffline } from "@/components/shared/or-offline";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { AnchoredCheck, AuditHead } from "@/lib/services/installation/audit/head";

type NoInput = Readonly<Record<string, never>>;

type AuditChainProps = {
  head: AuditHead;
  check: Action<NoInput, AnchoredCheck>;
  mail: Action<NoInput, { readonly to: string }>;
};

/** Where the chain of the log stands, since when it is whole, and what anybody can do to be sure. */
export function AuditChain({ head, check, mail }: AuditChainProps) {
  const [result, setResult] = useState<AnchoredCheck | null>(null);
  const [isChecking, startChecking] = useTransition();
  const [isMailing, startMailing] = useTransition();
  const runCheck = () =>
    startChecking(async () => {
      const answer = await orOffline(check({}));
      if (answer.ok) setResult(answer.data);
      else toast.danger(answer.error.message);
    });
  const runMail = () =>
    startMailing(async () => {
      const answer = await orOffline(mail({}));
      if (answer.ok) toast.success(`Mailed to ${answer.data.to}`);
      else toast.danger(answer.error.message);
    });
  return (
    <section aria-label="Audit chain" className="mb-4 rounded-3xl bg-surface p-4 shadow-surface">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 items-start gap-3">
          <Link2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <div className="min-w-0">
            <State head={head} />
            <DocsLink page="audit" className="mt-1">
              How verification works
            </DocsLink>
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" isPending={isChecking} onClick={runCheck}>
            <ShieldCheck aria-hidden />
            Verify now
          </Button>
          <Button
            size="sm"
            variant="tertiary"
            isPending={isMailing}
            isDisabled={head.head === null}
            onClick={runMail}
          >
            <MailCheck aria-hidden />
            E-mail me the head
          </Button>
        </div>
      </div>
      {head.warning === null || result !== null ? null : (
        <Notice tone="danger" className="mt-3">
          Contact your administrator: {head.warning}.
        </Notice>
      )}
      {result === null ? null : <Result result={result} />}
    </section>
  );
}

function State({ head: { head, since, waiting, anchor } }: { head: AuditHead }) {
  if (head === null) {
    return <p className="text-sm">The first entries will be linked in a few seconds.</p>;
  }
  return (
    <>
      <p className="text-sm">
        {formatNumber(head.seq)} links since{" "}
        {since === null ? "now" : <Moment at={since} className="font-medium" />}
        {waiting === 0 ? "" : `, ${formatNumber(waiting)} pending`}
      </p>
      <div className="mt-0.5 flex items-center gap-1 text-xs text-muted">
        <span>
          Head <code className="font-mono break-all">{head.hash}</code>
        </span>
        {anchor === null ? null : <CopyButton text={anchor} label="Copy head" />}
      </div>
    </>
  );
}

function Result({ result }: { result: AnchoredCheck }) {
  const { firstBad, entries, erased, anchoredAt, warning } = result;
  if (firstBad !== null) {
    return (
      <Notice tone="danger" role="alert" className="mt-3">
        Verification failed: {firstBad.reason}. Ask your administrator to investigate.
      </Notice>
    );
  }
  return (
    <Notice tone={warning === null ? "success" : "warning"} role="status" className="mt-3">
      Verified: {formatNumber(entries)} entries are unaltered
      {erased === 0 ? "" : `; personal data was erased from ${formatNumber(erased)}`}.{" "}
      {anchoredAt === null ? null : (
        <>
          The chain matches the anchor of <Moment at={anchoredAt} />.{" "}
        </>
      )}
      {warning === null ? null : `However, ${warning}. Contact your administrator.`}
    </Notice>
  );
}
