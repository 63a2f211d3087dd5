import type { Action } from "@/lib/http/action-result";
import type { TypeDrawValueInput } from "@/lib/services/draw/schemas";
import type { EventView } from "@/lib/services/event/event-view";
import type {
  EventIdInput,
  PauseEventInput,
  SetMessageInput,
  SetOutflowInput,
} from "@/lib/services/event/schemas";

/** What an operator can do to a running event. */
export type EventActions = {
  readonly start: Action<EventIdInput, EventView>;
  readonly pause: Action<PauseEventInput, EventView>;
  readonly resume: Action<EventIdInput, EventView>;
  readonly stop: Action<EventIdInput, EventView>;
  readonly setMessage: Action<SetMessageInput, EventView>;
  readonly setOutflow: Action<SetOutflowInput, EventView>;
  readonly typeDrawValue: Action<TypeDrawValueInput, { readonly value: string }>;
};
