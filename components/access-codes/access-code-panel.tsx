"use client";

import { Ticket } from "lucide-react";
import { DataTable } from "@/components/shared/data-table";
import { EmptyState } from "@/components/shared/empty-state";
import { Panel } from "@/components/shared/panel";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeBatchView } from "@/lib/services/access-code/batch-view";
import type { AccessCodeView } from "@/lib/services/access-code/find";
import type { RevokedCodes } from "@/lib/services/access-code/revoke";
import type {
  AccessCodeBatchInput,
  CreateAccessCodesInput,
  FindAccessCodeInput,
  RevokeAccessCodesInput,
} from "@/lib/services/access-code/schemas";
import { batchColumns } from "./batch-columns";
import { CodeFinder } from "./code-finder";
import { CreateAccessCodes } from "./create-access-codes";
import { RevokeCodes } from "./revoke-codes";

/** What may be done with the codes of an event. */
export type AccessCodeActions = {
  readonly create: Action<CreateAccessCodesInput, { readonly csv: string }>;
  readonly revoke: Action<RevokeAccessCodesInput, RevokedCodes>;
  readonly revokeBatch: Action<AccessCodeBatchInput, unknown>;
  readonly find: Action<FindAccessCodeInput, AccessCodeView>;
};

type AccessCodePanelProps = {
  eventId: string;
  lanes: readonly Lane[];
  batches: readonly AccessCodeBatchView[];
  canWrite: boolean;
  actions: AccessCodeActions;
};

/** The codes by which visitors join, or move to another lane: what they were used for, and taking them back. */
export function AccessCodePanel(props: AccessCodePanelProps) {
  const { eventId, lanes, batches, canWrite, actions } = props;
  const hasBatches = batches.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Access codes"
        description="A code takes its holder into this line, or into the lane that it leads to."
        actions={
          canWrite ? (
            <>
              {hasBatches ? <RevokeCodes eventId={eventId} revoke={actions.revoke} /> : null}
              {/* In one place, so that its dialog stays open when the first batch appears. */}
              <CreateAccessCodes
                eventId={eventId}
                lanes={lanes}
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
            caption="Batches of access codes"
            columns={batchColumns(lanes, canWrite ? actions.revokeBatch : null)}
            rows={batches}
            rowKey={({ id }) => id}
          />
        ) : (
          <EmptyState icon={Ticket} title="No codes yet">
            Make a batch for people who go first, or for an event by invitation. Only hashes are
            kept: you get the codes once, as a file.
          </EmptyState>
        )}
      </Panel>
      {hasBatches ? <CodeFinder eventId={eventId} lanes={lanes} find={actions.find} /> : null}
    </div>
  );
}
