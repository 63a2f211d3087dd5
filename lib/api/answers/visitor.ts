import { z } from "zod";
import { MARK_NAMES } from "@/lib/domain/score/marks";
import { moment } from "./event";
import { named, visitorText } from "./names";

const count = z.number().int();

/** What became of a place. */
export const placeAnswer = named(
  "Place",
  z.object({
    lane: z.string().nullable(),
    number: count,
    state: z.enum([
      ...(["waiting", "called", "admitted", "left", "never", "dropped"] as const),
      ...(["earlier-run", "false-queue", "released", "blocked"] as const),
    ]),
    ahead: count.nullable(),
    admittedAt: moment.nullable(),
    score: z
      .object({
        score: z.number(),
        reasons: z.array(
          z.object({
            mark: z.enum(MARK_NAMES),
            weight: z.number(),
            certainty: z.enum(["weak", "fair", "strong"]),
            seen: visitorText(),
            why: z.string(),
          }),
        ),
      })
      .nullable(),
    queueId: z.string().exactOptional(),
    blocked: z.object({ rule: z.string(), at: moment }).exactOptional(),
  }),
);

const stepAnswer = z.object({
  what: z.enum([
    ...(["joined", "notice-asked", "notice-confirmed", "notice-sent", "let-in"] as const),
    ...(["renewed", "seat-ends", "seat-over", "cancelled", "let-in-next"] as const),
  ]),
  at: moment.nullable(),
  isAbout: z.boolean(),
  detail: z.string().nullable(),
});

/** What is stored of a visitor. */
export const visitorAnswer = named(
  "Visitor",
  z.object({
    eventId: z.string(),
    eventName: z.string(),
    runId: z.string(),
    run: count,
    place: placeAnswer,
    queueId: z.string().nullable(),
    steps: z.array(stepAnswer),
    moves: count.nullable(),
    isPresent: z.boolean().nullable(),
    lanes: z.array(z.object({ key: z.string(), name: z.string() })),
    canCancel: z.boolean(),
    canLetIn: z.boolean(),
    isLetIn: z.boolean(),
  }),
);

/** Somebody in the list of an event's visitors. */
export const listedVisitorAnswer = named(
  "ListedVisitor",
  z.object({
    number: count,
    code: z.string(),
    state: z.enum(["waiting", "called", "admitted", "left"]),
    at: moment.nullable(),
    until: moment.nullable(),
    isPresent: z.boolean().nullable(),
    score: z.number().nullable(),
  }),
);

/** Whom a search found. */
export const visitorSearchAnswer = z.object({
  matches: z.array(
    z.object({
      eventId: z.string(),
      eventName: z.string(),
      isOpen: z.boolean(),
      run: count,
      lane: z.string().nullable(),
      number: count.nullable(),
      code: z.string(),
    }),
  ),
  blocked: z.array(
    z.object({ eventId: z.string(), eventName: z.string(), rule: z.string(), at: moment }),
  ),
  hasMore: z.boolean(),
});
