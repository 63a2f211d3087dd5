"use client";

import { DrawValueForm } from "@/components/draw/draw-value-form";
import { MessageControl } from "@/components/messages/message-control";
import { Panel } from "@/components/shared/panel";
import type { DrawView } from "@/lib/services/draw/draw-view";
import type { EventView } from "@/lib/services/event/event-view";
import type { InForce as Force } from "@/lib/services/event/get-live";
import type { EventActions } from "./event-actions";
import { InForce } from "./in-force";
import { OutflowControl } from "./outflow-control";
import { RunControls } from "./run-controls";
import { SoftBlockControl } from "./soft-block-control";
import { useEventChange } from "./use-event-change";

type OperatorPanelProps = {
  event: EventView;
  inForce: Force | null;
  draw: DrawView | null;
  actions: EventActions;
  canOperate: boolean;
};

/** Everything that can be done to an event while it runs, and whether the last change is in force. */
export function OperatorPanel({ event, inForce, draw, actions, canOperate }: OperatorPanelProps) {
  const { change, run } = useEventChange(event.eventId);
  const { eventId } = event;
  const isSaving = change.stage === "saving";
  return (
    <Panel title="Control">
      <div className="flex flex-col gap-4">
        <OutflowControl
          key={event.outflowInForce}
          outflowPerMinute={event.outflowInForce}
          isPending={isSaving}
          isDisabled={!canOperate}
          setOutflow={(outflowPerMinute) =>
            run(() => actions.setOutflow({ eventId, outflowPerMinute }))
          }
        />
        <div className="flex flex-col gap-2 border-t border-separator pt-4">
          <RunControls
            event={event}
            isDisabled={!canOperate || isSaving}
            actions={actions}
            run={run}
          />
          {canOperate ? (
            <DrawValueForm event={event} draw={draw} typeDrawValue={actions.typeDrawValue} />
          ) : null}
          {canOperate ? null : (
            <p className="text-xs text-muted">
              Your role may look at this event but not operate it.
            </p>
          )}
        </div>
        <SoftBlockControl
          event={event}
          isDisabled={!canOperate || isSaving}
          setSoftBlock={(input) => run(() => actions.setSoftBlock(input))}
        />
        <MessageControl
          event={event}
          isDisabled={!canOperate || isSaving}
          setMessage={(input) => run(() => actions.setMessage(input))}
        />
        <div className="border-t border-separator pt-3 has-[p:empty]:border-transparent">
          <InForce change={change} inForce={event.status === "open" || isSaving ? inForce : null} />
        </div>
      </div>
    </Panel>
  );
}
