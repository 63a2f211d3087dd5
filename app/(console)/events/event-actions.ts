import type { EventActions } from "@/components/events/event-actions";
import {
  pauseAction,
  resumeAction,
  setMessageAction,
  setOutflowAction,
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
  typeDrawValue: typeDrawValueAction,
};
