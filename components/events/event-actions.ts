import type { SavedMessageActions } from "@/components/messages/saved-messages";
import type { Asked } from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { SlotsGranted } from "@/lib/services/event/control/grant-slots";
import type { PausedEvent } from "@/lib/services/event/control/pause";
import type { StockSet } from "@/lib/services/event/control/set-stock";
import type { TypeDrawValueInput } from "@/lib/services/event/draw/schemas";
import type { PlaceView } from "@/lib/services/event/place/find-place";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type {
  EventIdInput,
  FindPlaceInput,
  GrantSlotsInput,
  PauseEventInput,
  ReleasePlaceInput,
  SetMessageInput,
  SetOutflowInput,
  SetQueueAllInput,
  SetSoftBlockInput,
  SetStockInput,
} from "@/lib/services/event/settings/inputs";

/** What can be done at a running event; whoever may see it may find a visitor. */
export type EventActions = SavedMessageActions & {
  readonly start: Action<EventIdInput, EventView>;
  readonly pause: Action<PauseEventInput, PausedEvent>;
  readonly resume: Action<EventIdInput, EventView>;
  readonly stop: Action<EventIdInput, EventView | Asked>;
  readonly startNow: Action<EventIdInput, EventView>;
  readonly letThrough: Action<EventIdInput, EventView | Asked>;
  readonly endLetThrough: Action<EventIdInput, EventView>;
  readonly setQueueAll: Action<SetQueueAllInput, EventView>;
  readonly setStock: Action<SetStockInput, StockSet>;
  readonly grantSlots: Action<GrantSlotsInput, SlotsGranted>;
  readonly setMessage: Action<SetMessageInput, EventView>;
  readonly setSoftBlock: Action<SetSoftBlockInput, EventView>;
  readonly setOutflow: Action<SetOutflowInput, EventView>;
  readonly findPlace: Action<FindPlaceInput, PlaceView>;
  readonly releasePlace: Action<ReleasePlaceInput, { readonly queueId: string }>;
  readonly typeDrawValue: Action<TypeDrawValueInput, { readonly value: string }>;
};
