import type { EventActions } from "@/components/events/event-actions";
import {
  findPlaceAction,
  pauseAction,
  releasePlaceAction,
  resumeAction,
  setMessageAction,
  setOutflowAction,
  setSoftBlockAction,
  startAction,
  stopAction,
  typeDrawValueAction,
} from "./actions";
import {
  endLetThroughAction,
  grantSlotsAction,
  letThroughAction,
  setQueueAllAction,
  setStockAction,
  startNowAction,
} from "./live-actions";

export const EVENT_ACTIONS: EventActions = {
  start: startAction,
  pause: pauseAction,
  resume: resumeAction,
  stop: stopAction,
  startNow: startNowAction,
  letThrough: letThroughAction,
  endLetThrough: endLetThroughAction,
  setQueueAll: setQueueAllAction,
  setStock: setStockAction,
  grantSlots: grantSlotsAction,
  setMessage: setMessageAction,
  setOutflow: setOutflowAction,
  setSoftBlock: setSoftBlockAction,
  typeDrawValue: typeDrawValueAction,
  findPlace: findPlaceAction,
  releasePlace: releasePlaceAction,
};
