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

export const EVENT_ACTIONS: EventActions = {
  start: startAction,
  pause: pauseAction,
  resume: resumeAction,
  stop: stopAction,
  setMessage: setMessageAction,
  setOutflow: setOutflowAction,
  setSoftBlock: setSoftBlockAction,
  typeDrawValue: typeDrawValueAction,
  findPlace: findPlaceAction,
  releasePlace: releasePlaceAction,
};
