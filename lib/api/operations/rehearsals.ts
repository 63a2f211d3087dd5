import { createWhatIf } from "@/lib/services/operation/rehearsal/create-what-if";
import { findRehearsalEvent } from "@/lib/services/operation/rehearsal/find-event";
import { getRehearsal } from "@/lib/services/operation/rehearsal/get";
import { getComparison } from "@/lib/services/operation/rehearsal/get-comparison";
import { listRehearsals } from "@/lib/services/operation/rehearsal/list";
import { startLiveRehearsal } from "@/lib/services/operation/rehearsal/start-live";
import { stopRehearsal } from "@/lib/services/operation/rehearsal/stop";
import {
  listedRehearsalAnswer,
  rehearsalAnswer,
  rehearsalComparisonAnswer,
  rehearsalDefaultsAnswer,
} from "../answers/rehearsal";
import { listing, type Operation, operation } from "../operation";

const TAG = { tag: "Rehearsals" } as const;
/** It goes on after the answer. */
const STARTED = { output: listedRehearsalAnswer, status: 202, pollBy: "getRehearsal" } as const;
const POLL = "It goes on in the background: poll it until `state` is done, stopped or failed.";

/** Sales that are played, and what came of them. */
export const REHEARSAL_OPERATIONS: readonly Operation[] = [
  listing(listRehearsals, {
    ...{ ...TAG, id: "listRehearsals", method: "GET", path: "/rehearsals" },
    summary: "List rehearsals",
    description: "The newest 100.",
    of: listedRehearsalAnswer,
    by: ({ id }) => id,
    example: {},
  }),
  operation(createWhatIf, {
    ...{ ...TAG, ...STARTED, id: "createSimulation", method: "POST", path: "/rehearsals" },
    summary: "Simulate a sale",
    description: `Plays arrivals that you describe against an outflow. ${POLL}`,
    example: {
      ...{ name: "Twice the crowd", eventId: "springsale" },
      arrivals: { kind: "curve", shape: "rush", peakPerMinute: 300, minutes: 20 },
      uncertaintyPercent: 20,
      plan: {
        ...{ order: "fifo", outflow: [{ fromMinute: 0, perMinute: 200 }] },
        ...{ opensAfterMinutes: 0, patienceMinutes: 60, noShowPercent: 5, botPercent: 2 },
      },
      change: null,
    },
  }),
  operation(startLiveRehearsal, {
    ...{ ...TAG, ...STARTED, id: "startLiveRehearsal", method: "POST" },
    path: "/events/{eventId}/live-rehearsal",
    summary: "Send test visitors to a copy",
    description: `Through the real waiting room; the event itself is not touched. ${POLL}`,
    example: {
      ...{ eventId: "springsale", people: 10, arriveSeconds: 5 },
      ...{ outflowPerMinute: 600, noShowPercent: 0, minutes: 1 },
    },
  }),
  operation(getRehearsal, {
    ...{ ...TAG, id: "getRehearsal", method: "GET", path: "/rehearsals/{rehearsalId}" },
    summary: "Get a rehearsal and its outcome",
    output: rehearsalAnswer,
    example: { rehearsalId: "{rehearsal}" },
  }),
  operation(stopRehearsal, {
    ...{ ...TAG, id: "stopRehearsal", method: "POST", path: "/rehearsals/{rehearsalId}/stop" },
    summary: "Stop a rehearsal",
    output: listedRehearsalAnswer,
    example: { rehearsalId: "{longRehearsal}" },
  }),
  operation(findRehearsalEvent, {
    ...{ ...TAG, id: "getRehearsalDefaults", method: "GET" },
    path: "/events/{eventId}/rehearsal-defaults",
    summary: "Tell what a rehearsal begins with",
    output: rehearsalDefaultsAnswer,
    example: { eventId: "springsale" },
  }),
  operation(getComparison, {
    ...{ ...TAG, id: "getRehearsalComparison", method: "GET" },
    path: "/events/{eventId}/rehearsal-comparison",
    summary: "Compare a rehearsal with the last run",
    output: rehearsalComparisonAnswer,
    example: { eventId: "springsale" },
  }),
];
