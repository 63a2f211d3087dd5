import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { languagesOf, messageIn } from "@/lib/domain/message/message";
import {
  isToEveryone,
  type MessageAudience,
  messageProblem,
  stageOfMessage,
  type TargetedMessage,
} from "@/lib/domain/message/targeted-message";
import { readLocalTime } from "@/lib/domain/schedule/event-times";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { setMessageInput } from "@/lib/services/event/settings/inputs";
import { linesOf, messageOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { conflict, invalidField } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, unlessAsked } from "@/lib/services/people/approval/effects-of-change";

/**
 * Tells visitors something, everybody or some of them, at once or at a time, changes it, or takes it back, while the line
 * goes on as it does. The same again changes nothing. It ends with the run. Throws `precondition_failed` when the event is
 * not open, `invalid` for a message that nobody would read, `conflict` when it is not the one that the person saw, and
 * `approval_required` where a second person was asked.
 */
export const setMessage = defineVerb("event:operate", setMessageInput, async (context, input) =>
  unlessAsked(await withTransaction(context, (tx) => tell(tx, context, input))),
);

async function tell(tx: Tx, context: ServiceContext, input: z.output<typeof setMessageInput>) {
  const { eventId, seenSentAtMs, ...given } = input;
  const event = await getEventOfCustomer(tx, context, eventId);
  requireOpen(event);
  const before = messageOf(event);
  if (seenSentAtMs !== undefined && seenSentAtMs !== (before?.sentAtMs ?? null))
    throw conflict(
      `Someone else changed the message at ${event.name} meanwhile. Close this to see theirs.`,
    );
  const message = messageFrom(event, given);
  const { sentAtMs: _, ...said } = before ?? { texts: null };
  if (isDeepStrictEqual(said, message ?? { texts: null })) return toEventView(event);
  const data = columnsOf(event, message);
  const asked = await askForEffects(tx, context, {
    ...{ verb: "event.set-message", event, data, input: { eventId, ...given } },
    act: `${message === null ? "remove the message" : `say ${wordsIn(event, message)}`} at`,
  });
  if (asked !== null) return asked;
  return applyChange(tx, context, {
    ...{ event, data, verb: "event.set-message" },
    summary: summaryOf(event, { before, message }),
    details: { from: before, to: message },
  });
}

type Given = Omit<z.output<typeof setMessageInput>, "eventId" | "seenSentAtMs">;
type Written = Omit<TargetedMessage, "sentAtMs">;

/** What is to be said; null for nothing. */
function messageFrom(event: Event, given: Given): Written | null {
  const { texts, audience } = given;
  if (texts === null) return null;
  const fromMs = readTime(event, "fromLocal", given);
  const untilMs = readTime(event, "untilLocal", given);
  const { lanes } = linesOf(event).lanes;
  const problem = messageProblem(
    { audience, fromMs, untilMs },
    {
      lanes: lanes.map(({ key }) => key),
      startAtMs: event.startAt?.getTime() ?? null,
      endAtMs: event.endAt?.getTime() ?? null,
    },
    Date.now(),
  );
  if (problem !== null) throw invalidField(problem.field, problem.reason);
  return { texts, audience, fromMs, untilMs };
}

function readTime(event: Event, field: "fromLocal" | "untilLocal", given: Given): number | null {
  const local = given[field];
  if (local === null) return null;
  const read = readLocalTime(local, settingsOf(event, "timeZone").timeZone);
  if (typeof read !== "number") throw invalidField(field, read.reason);
  return read;
}

function columnsOf(event: Event, message: Written | null) {
  const none = { message: Prisma.DbNull, targetedMessage: Prisma.DbNull };
  if (message === null) return none;
  const sent = { run: event.currentRun, sentAtMs: Date.now() };
  if (isToEveryone(message)) return { ...none, message: { ...sent, texts: message.texts } };
  return { ...none, targetedMessage: { ...sent, ...message } };
}

type Change = { readonly before: TargetedMessage | null; readonly message: Written | null };

function summaryOf(event: Event, { before, message }: Change): string {
  if (message === null) return `removed the message to visitors at ${event.name}`;
  const startAtMs = event.startAt?.getTime() ?? null;
  const isOver = before === null || stageOfMessage(before, startAtMs, Date.now()) === "over";
  const verb = isOver ? "sent a message to" : "changed the message to";
  return `${verb} visitors${readersOf(event, message.audience)} at ${event.name}${timesOf(message)}: ${wordsIn(event, message)}`;
}

function readersOf(event: Event, audience: MessageAudience): string {
  if (audience.kind === "everyone") return "";
  if (audience.kind === "before-opening") return " before the opening";
  const { lanes } = linesOf(event).lanes;
  return ` in the lane ${lanes.find(({ key }) => key === audience.lane)?.name ?? audience.lane}`;
}

function timesOf({ fromMs, untilMs }: Written): string {
  const from = fromMs === null ? "" : ` from ${utc(fromMs)}`;
  const until = untilMs === null ? "" : ` until ${utc(untilMs)}`;
  return from === "" && until === "" ? "" : `,${from}${until}`;
}

/** `2026-03-29 09:00:00 UTC` */
function utc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** `“We go on at ten.” (en, de)` */
function wordsIn(event: Event, { texts }: Written): string {
  const shown = messageIn(texts, null, settingsOf(event, "language").language);
  return `“${shown}” (${languagesOf(texts).join(", ")})`;
}
