import { z } from "zod";
import { findPlaceByCode } from "@/lib/services/event/place/find-place";
import { releasePlace } from "@/lib/services/event/place/release-place";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { findVisitor } from "@/lib/services/operation/report/find-visitor";
import { letInNext } from "@/lib/services/operation/report/let-in-next";
import { pageVisitors } from "@/lib/services/operation/report/page-visitors";
import { searchVisitors } from "@/lib/services/operation/report/search-visitors";
import {
  listedVisitorAnswer,
  placeAnswer,
  visitorAnswer,
  visitorSearchAnswer,
} from "../answers/visitor";
import { type Operation, operation, pageSchema } from "../operation";

const TAG = { tag: "Visitors" } as const;
const ACT = { ...TAG, method: "POST", lane: "control" } as const;
const EVENT = { eventId: "springsale" };
const ONE = { ...EVENT, code: "{supportCode}" };
const numberAnswer = z.object({ number: z.number().int() });

/** Single visitors and their places. */
export const VISITOR_OPERATIONS: readonly Operation[] = [
  operation(searchVisitors, {
    ...{ ...TAG, id: "searchVisitors", method: "POST", path: "/visitors/search", lane: "read" },
    summary: "Search visitors at all events",
    description:
      "By support code, queue ID, e-mail address or the key of an enqueue token. Of more than 500 events, the open and newest ones. A POST, so that no log has the address.",
    output: visitorSearchAnswer,
    example: { query: "{supportCode}" },
  }),
  operation(pageVisitors, {
    ...{ ...TAG, id: "listVisitors", method: "GET", path: "/events/{eventId}/visitors" },
    summary: "List visitors of an event",
    description: "Those of one lane in the current run.",
    output: pageSchema(listedVisitorAnswer),
    example: { ...EVENT, show: "waiting" },
  }),
  operation(findVisitor, {
    ...{ ...TAG, id: "getVisitor", method: "GET", path: "/events/{eventId}/visitors/{code}" },
    summary: "Get a visitor by their code",
    description: "By support code or queue ID.",
    output: visitorAnswer,
    example: ONE,
  }),
  operation(findPlaceByCode, {
    ...{ ...TAG, id: "getPlace", method: "GET", path: "/events/{eventId}/places/{code}" },
    summary: "Get the place of a visitor",
    description: "By support code or queue ID.",
    output: placeAnswer,
    example: ONE,
  }),
  operation(letInNext, {
    ...{ ...ACT, id: "admitNext", path: "/events/{eventId}/visitors/{code}/admit-next" },
    summary: "Admit a visitor next",
    description: "`number` is the one that you saw, so that nobody else is admitted.",
    output: numberAnswer,
    example: { ...ONE, number: 1 },
  }),
  operation(cancelPlace, {
    ...{ ...ACT, id: "cancelPlace", path: "/events/{eventId}/visitors/{code}/cancel" },
    summary: "Cancel a visitor's place",
    description: "For good. `number` is the one that you saw, so that nobody else is cancelled.",
    output: numberAnswer,
    example: { ...ONE, number: 1 },
  }),
  operation(releasePlace, {
    ...{ ...ACT, id: "releasePlace", path: "/events/{eventId}/false-queue/{queueId}/release" },
    summary: "Release a visitor from the false queue",
    description: "They get a place at the end of the line.",
    output: z.object({ queueId: z.string() }),
    example: { ...EVENT, queueId: "{falseQueueId}" },
  }),
];
