import type { ReactNode } from "react";
import type { EventActions } from "@/components/events/event-actions";
import { type ChangeStage, InForce } from "@/components/events/in-force";
import { MessageControl } from "@/components/messages/message-control";
import { formatNumber } from "@/components/shared/format";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { ReadinessCheck } from "@/lib/services/sites/readiness/checks";
import type { ControlProps } from "./control-props";
import { DrawControl } from "./draw-control";
import { GrantsControl } from "./grants-control";
import { LetThroughControl } from "./let-through-control";
import { OutflowControl } from "./outflow-control";
import { QueueAllControl } from "./queue-all-control";
import { RunControls } from "./run-controls";
import { SoftBlockControl } from "./soft-block-control";
import { StockControl } from "./stock-control";
import { StopControl } from "./stop-control";

/** What whoever looks at the page may do. */
export type Allowed = {
  readonly operate: boolean;
  readonly stop: boolean;
  readonly letThrough: boolean;
};

type ControlPanelProps = {
  live: EventLive;
  /** False until figures are there. */
  isLoaded: boolean;
  actions: EventActions;
  may: Allowed;
  /** What the event lacks before it can take a visitor. */
  needed: readonly ReadinessCheck[];
  change: ChangeStage;
  run: ControlProps["run"];
  askPause: () => void;
};

/** Everything that can be done to an event while it runs, and whether the last change is in force. */
export function ControlPanel(props: ControlPanelProps) {
  const { live, isLoaded, actions, may, needed, change, run, askPause } = props;
  const { event, draw } = live;
  const isSaving = change.stage === "saving";
  const { eventId } = event;
  const shared = { event, isDisabled: isSaving, run, actions };
  const isOpen = event.status === "open";
  if (!may.operate) return <ReadOnlyPanel live={live} />;
  return (
    <Panel title="Control">
      <div className="flex flex-col gap-4">
        <OutflowControl
          key={event.outflowInForce}
          outflowPerMinute={event.outflowInForce}
          waiting={isOpen ? (live.snapshot?.waiting ?? 0) : null}
          isPending={isSaving}
          setOutflow={(outflowPerMinute, settingsVersion, refusals) =>
            run(() => actions.setOutflow({ eventId, outflowPerMinute, settingsVersion }), refusals)
          }
        />
        <Group isInSight>
          <RunControls {...shared} {...{ live, needed, askPause }} />
          <DrawControl event={event} draw={draw} typeDrawValue={actions.typeDrawValue} />
          <MessageControl
            event={event}
            isDisabled={isSaving}
            saved={actions}
            setMessage={(input, refusals) => run(() => actions.setMessage(input), refusals)}
          />
        </Group>
        {isOpen ? (
          <Group title="The line">
            <div className={SHORT}>
              <QueueAllControl {...shared} />
              <SoftBlockControl {...shared} />
            </div>
            <StockControl {...shared} snapshot={live.snapshot} />
            <GrantsControl {...shared} snapshot={live.snapshot} />
          </Group>
        ) : null}
        {isOpen ? (
          <Group title="Danger zone">
            <LetThroughControl {...shared} live={live} mayLetThrough={may.letThrough} />
            {may.stop ? (
              <StopControl {...shared} />
            ) : (
              <RoleNote permission="event:stop" act="stop an event" />
            )}
          </Group>
        ) : null}
        <div className="border-t border-separator pt-3 has-[p:empty]:hidden">
          <InForce
            change={change}
            inForce={isLoaded && (isOpen || isSaving) ? live.inForce : null}
          />
        </div>
      </div>
    </Panel>
  );
}

/** On low screens the hints give way, so that what is below stays in sight. */
const SHORT =
  "flex flex-col gap-2 [@media(height<54rem)_and_(width>=64rem)]:[&_.description]:sr-only";

type GroupProps = {
  title?: string;
  /** While it is out of sight there is a bar with what is most urgent of it. */
  isInSight?: boolean;
  children: ReactNode;
};

function Group({ title, isInSight, children }: GroupProps) {
  return (
    <div data-in-sight={isInSight} className="flex flex-col gap-2 border-t border-separator pt-4">
      {title === undefined ? null : <h3 className="text-xs font-medium text-muted">{title}</h3>}
      {children}
    </div>
  );
}

/** What is set, for whoever may only look. */
function ReadOnlyPanel({ live: { event } }: { live: EventLive }) {
  return (
    <Panel title="Control">
      <div className="flex flex-col gap-4">
        <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted">Outflow per minute</dt>
          <dd className="font-medium">{formatNumber(event.outflowInForce)}</dd>
          <dt className="text-muted">Queue all</dt>
          <dd>{event.queueAll ? "on" : "off"}</dd>
          <dt className="text-muted">Soft block</dt>
          <dd>{event.softBlock ? "on" : "off"}</dd>
        </dl>
        <RoleNote permission="event:operate" act="start, pause and control an event" />
        <RoleNote permission="event:stop" act="stop an event" />
        <RoleNote permission="event:let-through" act="let everyone through" />
      </div>
    </Panel>
  );
}
