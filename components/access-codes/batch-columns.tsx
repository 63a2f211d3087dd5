import { ConfirmButton } from "@/components/shared/confirm-button";
import type { DataColumn } from "@/components/shared/data-table";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeBatchView } from "@/lib/services/event/access-code/batch-view";
import type {
  AccessCodeBatchInput,
  SetCodeWindowInput,
} from "@/lib/services/event/access-code/schemas";
import { ChangeWindow } from "./change-window";
import { UsesBar } from "./uses-bar";
import { Validity, validityAt } from "./validity";

type BatchContext = {
  readonly lanes: readonly Lane[];
  readonly timeZone: string;
  readonly nowMs: number;
  /** Null for those who may not. */
  readonly actions: {
    readonly revokeBatch: Action<AccessCodeBatchInput, unknown>;
    readonly setWindow: Action<SetCodeWindowInput, unknown>;
  } | null;
};

/** What the list of batches shows of each. */
export function batchColumns(context: BatchContext): readonly DataColumn<AccessCodeBatchView>[] {
  return [
    {
      key: "name",
      header: "Batch",
      cell: (batch) => <BatchName batch={batch} lanes={context.lanes} nowMs={context.nowMs} />,
    },
    { key: "used", header: "Used", cell: (batch) => <UsesBar {...batch} /> },
    {
      key: "refused",
      header: "Refused",
      align: "end",
      wideOnly: true,
      cell: ({ refused }) => <Figure value={refused} />,
    },
    {
      key: "last",
      header: "Last used",
      wideOnly: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="text-muted">never</span>
        ) : (
          <Moment at={lastUsedAt} className="whitespace-nowrap text-muted" />
        ),
    },
    {
      key: "made",
      header: "Created",
      wideOnly: true,
      cell: ({ createdAt }) => <Moment at={createdAt} className="whitespace-nowrap text-muted" />,
    },
    {
      key: "state",
      header: "State",
      hideHeader: true,
      align: "end",
      cell: (batch) => <BatchState batch={batch} {...context} />,
    },
  ];
}

type BatchNameProps = Pick<BatchContext, "lanes" | "nowMs"> & { batch: AccessCodeBatchView };

function BatchName({ batch, lanes, nowMs }: BatchNameProps) {
  const { name, count, uses, lane, revoked, refused } = batch;
  const validity = revoked === count ? "valid" : validityAt(batch, nowMs);
  return (
    <>
      <span className="font-medium">{name}</span>
      {validity === "valid" ? null : (
        <>
          {" "}
          <Chip size="sm">{validity === "expired" ? "Expired" : "Not yet valid"}</Chip>
        </>
      )}
      <span className="mt-0.5 block text-xs text-muted">
        {plural(count, "code")}
        {uses === 1 ? "" : `, ${plural(uses, "use")} each`}
        {lane === null ? "" : ` · ${nameOf(lane, lanes)}`}
        {revoked === 0 || revoked === count ? "" : ` · ${formatNumber(revoked)} revoked`}
        {/* A column of its own where there is room. */}
        {refused === 0 ? null : (
          <span className="md:hidden">{` · ${formatNumber(refused)} refused`}</span>
        )}
      </span>
      {batch.validFrom === null && batch.validUntil === null ? null : (
        <span className="mt-0.5 block text-xs text-muted">
          <Validity {...batch} />
        </span>
      )}
    </>
  );
}

function Figure({ value }: { value: number }) {
  return (
    <span className={value === 0 ? "figures text-muted" : "figures"}>{formatNumber(value)}</span>
  );
}

type BatchStateProps = Pick<BatchContext, "timeZone" | "actions"> & { batch: AccessCodeBatchView };

function BatchState({ batch, timeZone, actions }: BatchStateProps) {
  const { id, name, count, revoked } = batch;
  if (revoked === count) return <Chip size="sm">Revoked</Chip>;
  const good = count - revoked;
  return (
    <span className="flex items-center justify-end gap-1 max-md:flex-col max-md:items-end">
      {actions === null ? null : (
        <>
          <ChangeWindow batch={batch} timeZone={timeZone} setWindow={actions.setWindow} />
          <ConfirmButton
            trigger="Revoke"
            triggerLabel={`Revoke ${name}`}
            triggerVariant="ghost"
            title={`Revoke ${name}?`}
            confirm="Revoke codes"
            run={() => actions.revokeBatch({ batchId: id })}
          >
            {good === 1
              ? "Nobody can join with its code"
              : `Nobody can join with its ${plural(good, "code")}`}{" "}
            any more. Visitors already in line keep their place. This can't be undone.
          </ConfirmButton>
        </>
      )}
    </span>
  );
}

function nameOf(lane: string, lanes: readonly Lane[]): string {
  return lanes.find(({ key }) => key === lane)?.name ?? "lane removed, codes are refused";
}
