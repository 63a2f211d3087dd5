"use client";

import { Ticket } from "lucide-react";
import { DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Panel } from "@/components/shared/panel";
import { useNow } from "@/components/shared/use-now";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeBatchView } from "@/lib/services/event/access-code/batch-view";
import type { CreatedAccessCodes } from "@/lib/services/event/access-code/create";
import type { AccessCodeView } from "@/lib/services/event/access-code/find";
import type { RevokedCodes } from "@/lib/services/event/access-code/revoke";
import type {
  AccessCodeBatchInput,
  CreateAccessCodesInput,
  FindAccessCodeInput,
  RevokeAccessCodesInput,
  SetCodeWindowInput,
} from "@/lib/services/event/access-code/schemas";
import { batchColumns } from "./batch-columns";
import { CodeFinder } from "./code-finder";
import { CreateAccessCodes } from "./create-access-codes";
import { RevokeCodes } from "./revoke-codes";

/** What may be done with the codes of an event. */
export type AccessCodeActions = {
  readonly create: Action<CreateAccessCodesInput, CreatedAccessCodes>;
  readonly setWindow: Action<SetCodeWindowInput, unknown>;
  readonly revoke: Action<RevokeAccessCodesInput, RevokedCodes>;
  readonly revokeBatch: Action<AccessCodeBatchInput, unknown>;
  readonly find: Action<FindAccessCodeInput, AccessCodeView>;
};

type AccessCodePanelProps = {
  eventId: string;
  lanes: readonly Lane[];
  /** Of the event: when codes are good is typed in it. */
  timeZone: string;
  batches: readonly AccessCodeBatchView[];
  canWrite: boolean;
  actions: AccessCodeActions;
};

/** The codes by which visitors join, or move to another lane: what they were used for, and taking them back. */
export function AccessCodePanel(props: AccessCodePanelProps) {
  const { eventId, lanes, timeZone, batches, canWrite, actions } = props;
  const nowMs = useNow() ?? 0;
  const hasBatches = batches.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Access codes"
        description="Codes let their holders join this line, optionally in a specific lane."
        actions={
          canWrite ? (
            <>
              {hasBatches ? <RevokeCodes eventId={eventId} revoke={actions.revoke} /> : null}
              {/* In one place, so that its dialog stays open when the first batch appears. */}
              <CreateAccessCodes
                eventId={eventId}
                lanes={lanes}
                timeZone={timeZone}
                create={actions.create}
                variant={hasBatches ? "secondary" : "primary"}
              />
            </>
          ) : null
        }
        flush
      >
        {hasBatches ? (
          <DataTable
            caption="Access code batches"
            columns={batchColumns({ lanes, timeZone, nowMs, actions: canWrite ? actions : null })}
            rows={batches}
            rowKey={({ id }) => id}
          />
        ) : (
          <EmptyState icon={Ticket} title="No access codes yet">
            Create a batch for priority visitors or an invitation-only event. You can download the
            codes once; only hashes are stored.
          </EmptyState>
        )}
      </Panel>
      {hasBatches ? <CodeFinder eventId={eventId} lanes={lanes} find={actions.find} /> : null}
    </div>
  );
}
