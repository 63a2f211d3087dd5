import type { EventActions } from "@/components/events/event-actions";
import type { Asked } from "@/lib/domain/approval/approval";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";

/** What every control of a running event gets. */
export type ControlProps = {
  readonly event: EventView;
  /** True while a change is under way. */
  readonly isDisabled: boolean;
  readonly actions: EventActions;
  /** Runs a change, and follows it until it is in force. */
  readonly run: <Answer extends EventView | Asked>(
    act: () => Promise<ActionResult<Answer>>,
    refusals?: "toast" | "form",
  ) => Promise<ActionResult<Answer>>;
};
