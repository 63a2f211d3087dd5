import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import {
  type ApprovalTopic,
  type Asked,
  type EffectVerb,
  isAsked,
  TOPIC_PERMISSIONS,
} from "@/lib/domain/approval/approval";
import {
  ACT_EFFECTS,
  type ActEffect,
  type EventInEffect,
  effectsOf,
} from "@/lib/domain/approval/effects";
import { occurrenceSchema, schedulesSchema } from "@/lib/domain/schedule/schedule-schema";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ApprovalRequired, forbidden } from "@/lib/services/ground/errors";
import { requireFreshSignIn } from "@/lib/services/ground/require-fresh-sign-in";
import { requirePermission } from "@/lib/services/ground/require-permission";
import {
  type EventData,
  kindOnTheWire,
  settingsOf,
  toColumns,
} from "@/lib/services/ground/setting-columns";
import { requireSecondPerson } from "./require-second-person";
import type { Wish } from "./sealed-wish";

type Change = { readonly before: Event; readonly after: Event };

/** What a change of an event does, and for which of it the customer wants a second person. */
type Weighed = {
  readonly effects: readonly ActEffect[];
  readonly topics: readonly ApprovalTopic[];
};

async function weigh(tx: Tx, context: ServiceContext, change: Change): Promise<Weighed> {
  const [before, after] = [inEffect(change.before), inEffect(change.after)];
  if (effectsOf(before, after, { outflowLimit: 0 }).length === 0)
    return { effects: [], topics: [] };
  const customer = await tx.customer.findUniqueOrThrow({
    where: { id: context.customer.id },
    select: { approvalTopics: true, approvalOutflow: true },
  });
  const effects = effectsOf(before, after, { outflowLimit: customer.approvalOutflow });
  const topics = effects
    .flatMap((effect): readonly ApprovalTopic[] => ACT_EFFECTS[effect].topics)
    .filter((topic) => customer.approvalTopics.includes(topic));
  return { effects, topics: [...new Set(topics)] };
}

/**
 * The last line of every verb that changes an event, asked by `changeEvent`: what the row was and has become decides what
 * the person needs, whichever verb it is. Throws `forbidden` for what needs a second person and has none, and
 * `reauthenticate` for somebody who has not proved lately who they are.
 */
export async function requireForEffects(
  tx: Tx,
  context: ServiceContext,
  change: Change,
): Promise<void> {
  const { type } = context.actor;
  if (type === "worker" || type === "installation") return;
  const { effects, topics } = await weigh(tx, context, change);
  for (const effect of effects) {
    requirePermission(context, TOPIC_PERMISSIONS[ACT_EFFECTS[effect].topics[0]]);
  }
  if (effects.some((effect) => ACT_EFFECTS[effect].needsProof)) await requireFreshSignIn(context);
  if (topics.length === 0 || context.approval !== undefined) return;
  throw forbidden(
    `This ${wordsOf(effects)}, which requires approval. Approval can't be requested this way.`,
  );
}

/** Whether the customer wants a second person for what a change would do. */
export async function wantsSecondPerson(
  tx: Tx,
  context: ServiceContext,
  event: Event,
  data: EventData,
): Promise<boolean> {
  return (await weigh(tx, context, changeBy(event, data))).topics.length > 0;
}

function changeBy(event: Event, data: EventData): Change {
  return { before: event, after: { ...event, ...plain(toColumns(data, event)) } };
}

type EffectRequest = {
  readonly verb: EffectVerb;
  readonly event: Event;
  readonly data: EventData;
  /** What is done, after "to": "change the settings of". The name of the event follows. */
  readonly act: string;
  readonly input: Wish["input"];
};

/**
 * Asks for a second person where the effects of a change need one; null where it may be made now. Call it after all
 * other checks and before the first write. A request rests on the version of the event that the person saw.
 */
export async function askForEffects(
  tx: Tx,
  context: ServiceContext,
  { verb, event, data, act, input }: EffectRequest,
): Promise<Asked | null> {
  const { effects, topics } = await weigh(tx, context, changeBy(event, data));
  if (topics.length === 0 && context.approval === undefined) return null;
  if (effects.some((effect) => ACT_EFFECTS[effect].needsProof)) await requireFreshSignIn(context);
  return requireSecondPerson(tx, context, {
    ...{ verb, input, topics, subject: event.id },
    summary: `${act} ${event.name}, which ${wordsOf(effects)}`,
    seen: { settingsVersion: event.settingsVersion },
  });
}

/** The answer of a verb that always answers a result: throws `approval_required` where a second person was asked. */
export function unlessAsked<Result>(answer: Result | Asked): Result {
  if (!isAsked(answer)) return answer;
  throw new ApprovalRequired(answer);
}

function wordsOf(effects: readonly ActEffect[]): string {
  return effects.map((effect) => ACT_EFFECTS[effect].words).join(" and ");
}

/** The columns of a change as the row will have them. */
function plain(data: object): Partial<Event> {
  const columns = Object.entries(data).map(([name, value]) => [
    name,
    value === Prisma.DbNull ? null : value,
  ]);
  // Verbs set values, never operations on them.
  return Object.fromEntries(columns) as Partial<Event>;
}

function inEffect(event: Event): EventInEffect {
  return {
    kind: kindOnTheWire(event),
    status: event.status,
    isArchived: event.archivedAt !== null,
    letThrough: event.letThrough,
    schedules: schedulesSchema.parse(event.schedules),
    occurrence: occurrenceSchema.parse(event.occurrence),
    startAtMs: event.startAt?.getTime() ?? null,
    endAtMs: event.endAt?.getTime() ?? null,
    ...settingsOf(event, "method", "outflowPerMinute", "safetyNetPerMinute"),
    ...settingsOf(event, "inviteOnly", "admission", "afterEvent"),
    messages: [event.message, event.targetedMessage, event.pauseMessage, event.pauseMessages].map(
      (text) => (text === null ? null : JSON.stringify(text)),
    ),
  };
}
