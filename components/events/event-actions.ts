import type { Asked } from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { TypeDrawValueInput } from "@/lib/services/draw/schemas";
import type { EventView } from "@/lib/services/event/event-view";
import type { PlaceView } from "@/lib/services/event/find-place";
import type {
  EventIdInput,
  FindPlaceInput,
  PauseEventInput,
  ReleasePlaceInput,
  SetMessageInput,
  SetOutflowInput,
  SetSoftBlockInput,
} from "@/lib/services/event/inputs";

/** What can be done at a running event; whoever may see it may find a visitor. */
export type EventActions = {
  readonly start: Action<EventIdInput, EventView>;
  readonly pause: Action<PauseEventInput, EventView>;
  readonly resume: Action<EventIdInput, EventView>;
  readonly stop: Action<EventIdInput, EventView | Asked>;
  readonly setMessage: Action<SetMessageInput, EventView>;
  readonly setSoftBlock: Action<SetSoftBlockInput, EventView>;
  readonly setOutflow: Action<SetOutflowInput, EventView>;
  readonly findPlace: Action<FindPlaceInput, PlaceView>;
  readonly releasePlace: Action<ReleasePlaceInput, { readonly queueId: string }>;
  readonly typeDrawValue: Action<TypeDrawValueInput, { readonly value: string }>;
};
