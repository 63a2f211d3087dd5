"use client";

import { UsersRound } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { EmptyState } from "@/components/shared/empty-state";
import { Moment } from "@/components/shared/moment";
import { Panel } from "@/components/shared/panel";
import { Chip } from "@/components/ui/chip";
import type { Action } from "@/lib/http/action-result";
import type { ApprovalState, ApprovalView } from "@/lib/services/people/approval/approval-view";
import type { ApprovalIdInput } from "@/lib/services/people/approval/schemas";

export type ApprovalActions = {
  readonly approve: Action<ApprovalIdInput, unknown>;
  readonly refuse: Action<ApprovalIdInput, unknown>;
  readonly cancel: Action<ApprovalIdInput, unknown>;
};

type ApprovalListProps = { approvals: readonly ApprovalView[]; actions: ApprovalActions };

const STATES = {
  waiting: { label: "Pending", color: "warning" },
  approved: { label: "Approved", color: "success" },
  refused: { label: "Rejected", color: "danger" },
  cancelled: { label: "Cancelled", color: "default" },
  expired: { label: "Expired", color: "default" },
  outdated: { label: "Outdated", color: "default" },
} as const satisfies Record<ApprovalState, unknown>;

/** What waits for a second person, and what became of the last requests. */
export function ApprovalList({ approvals, actions }: ApprovalListProps) {
  const waiting = approvals.filter(({ state }) => state === "waiting");
  const past = approvals.filter(({ state }) => state !== "waiting");
  return (
    <>
      <Panel title="Pending" flush>
        {waiting.length === 0 ? (
          <EmptyState icon={UsersRound} title="No pending requests">
            Requests that need your approval appear here, in a banner on every page and in your
            e-mail.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-separator">
            {waiting.map((approval) => (
              <WaitingRow key={approval.approvalId} approval={approval} actions={actions} />
            ))}
          </ul>
        )}
      </Panel>
      {past.length === 0 ? null : (
        <Panel title="Decided" flush>
          <ul className="divide-y divide-separator">
            {past.map((approval) => (
              <PastRow key={approval.approvalId} approval={approval} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function WaitingRow({ approval, actions }: { approval: ApprovalView; actions: ApprovalActions }) {
  const { summary, askedByName, askedAt, expiresAt, isMine, mayCancel, mayDecide } = approval;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium break-words first-letter:uppercase">{summary}</p>
        <p className="mt-0.5 text-xs text-muted">
          Requested by {isMine ? "you" : askedByName}, <Moment at={askedAt} seconds />· expires{" "}
          <Moment at={expiresAt} seconds />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {mayDecide ? <DecideButtons approval={approval} actions={actions} /> : null}
        {mayCancel ? <CancelButton approval={approval} cancel={actions.cancel} /> : null}
        {mayDecide || mayCancel ? null : (
          <Chip size="sm" variant="soft">
            Your role can't approve
          </Chip>
        )}
      </div>
    </li>
  );
}

function DecideButtons({
  approval,
  actions,
}: {
  approval: ApprovalView;
  actions: ApprovalActions;
}) {
  const { approvalId, summary, askedByName } = approval;
  return (
    <>
      <ConfirmButton
        trigger="Approve"
        triggerLabel={`Approve: ${summary}`}
        triggerVariant="danger-soft"
        title={`Approve: ${summary}?`}
        confirm="Approve and run now"
        run={() => actions.approve({ approvalId })}
      >
        Takes effect immediately, exactly as {askedByName} requested. The audit log records both of
        you.
      </ConfirmButton>
      <ConfirmButton
        trigger="Reject"
        triggerLabel={`Reject: ${summary}`}
        title={`Reject: ${summary}?`}
        confirm="Reject"
        run={() => actions.refuse({ approvalId })}
      >
        Nothing changes. {askedByName} can request it again.
      </ConfirmButton>
    </>
  );
}

function CancelButton(props: { approval: ApprovalView; cancel: ApprovalActions["cancel"] }) {
  const { approvalId, summary } = props.approval;
  return (
    <ConfirmButton
      trigger="Cancel request"
      triggerLabel={`Cancel request: ${summary}`}
      title="Cancel this request?"
      confirm="Cancel request"
      run={() => props.cancel({ approvalId })}
    >
      It can no longer be approved. Nothing changes.
    </ConfirmButton>
  );
}

function PastRow({ approval }: { approval: ApprovalView }) {
  const { summary, state, askedByName, decidedByName, decidedAt, expiresAt } = approval;
  const look = STATES[state];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm break-words first-letter:uppercase">{summary}</p>
        <p className="text-xs text-muted">
          {askedByName} asked
          {decidedByName === null ? "" : `, ${decidedByName} decided`},{" "}
          <Moment at={decidedAt ?? expiresAt} />
        </p>
      </div>
      <Chip size="sm" variant="soft" color={look.color}>
        {look.label}
      </Chip>
    </li>
  );
}
