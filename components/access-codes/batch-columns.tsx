import { ConfirmButton } from "@/components/shared/confirm-button";
import type { DataColumn } from "@/components/shared/data-table";
import { formatNumber, plural } from "@/components/shared/format";
import { Moment } from "@/components/shared/moment";
import { Chip } from "@/components/ui/chip";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeBatchView } from "@/lib/services/event/access-code/batch-view";
import type { AccessCodeBatchInput } from "@/lib/services/event/access-code/schemas";
import { UsesBar } from "./uses-bar";

/** What the list of batches shows of each. `revoke` is null for those who may not. */
export function batchColumns(
  lanes: readonly Lane[],
  revoke: Action<AccessCodeBatchInput, unknown> | null,
): readonly DataColumn<AccessCodeBatchView>[] {
  return [
    {
      key: "name",
      header: "Batch",
      cell: ({ name, count, uses, lane, revoked, refused }) => (
        <>
          <span className="font-medium">{name}</span>
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
        </>
      ),
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
      cell: (batch) => <BatchState batch={batch} revoke={revoke} />,
    },
  ];
}

function Figure({ value }: { value: number }) {
  return (
    <span className={value === 0 ? "figures text-muted" : "figures"}>{formatNumber(value)}</span>
  );
}

type BatchStateProps = {
  batch: AccessCodeBatchView;
  revoke: Action<AccessCodeBatchInput, unknown> | null;
};

function BatchState({ batch, revoke }: BatchStateProps) {
  const { id, name, count, revoked } = batch;
  if (revoked === count) return <Chip size="sm">Revoked</Chip>;
  if (revoke === null) return null;
  const good = count - revoked;
  return (
    <ConfirmButton
      trigger="Revoke"
      triggerLabel={`Revoke ${name}`}
      triggerVariant="ghost"
      title={`Revoke ${name}?`}
      confirm="Revoke codes"
      run={() => revoke({ batchId: id })}
    >
      {good === 1
        ? "Nobody can join with its code"
        : `Nobody can join with its ${plural(good, "code")}`}{" "}
      any more. Visitors already in line keep their place. This can't be undone.
    </ConfirmButton>
  );
}

function nameOf(lane: string, lanes: readonly Lane[]): string {
  return lanes.find(({ key }) => key === lane)?.name ?? "lane removed, codes are refused";
}
