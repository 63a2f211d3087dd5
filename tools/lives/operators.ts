import fc from "fast-check";
import { db } from "@/lib/db/client";
import { NEW_EVENT_DEFAULTS } from "@/lib/domain/event/new-event-defaults";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import { setAccessCodeWindow } from "@/lib/services/event/access-code/set-window";
import { actOnMany } from "@/lib/services/event/control/act-on-many";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setEventInlet } from "@/lib/services/event/control/set-inlet";
import { setMessage } from "@/lib/services/event/control/set-message";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { setQueueAll } from "@/lib/services/event/control/set-queue-all";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { setStock } from "@/lib/services/event/control/set-stock";
import { startEvent } from "@/lib/services/event/control/start";
import { startNow } from "@/lib/services/event/control/start-now";
import { stopEvent } from "@/lib/services/event/control/stop";
import { typeDrawValue } from "@/lib/services/event/draw/type-value";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createEvent } from "@/lib/services/event/manage/create";
import { duplicateEvent } from "@/lib/services/event/manage/duplicate";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { setLogo } from "@/lib/services/event/manage/set-logo";
import { setManagedBy } from "@/lib/services/event/manage/set-managed-by";
import { updateEvent } from "@/lib/services/event/manage/update";
import { setNewEventDefaults } from "@/lib/services/event/new-event/set-defaults";
import { releasePlace } from "@/lib/services/event/place/release-place";
import { deleteSavedMessage } from "@/lib/services/event/saved-message/delete";
import { saveMessage } from "@/lib/services/event/saved-message/save";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { revokeStaffLink } from "@/lib/services/event/staff-link/revoke";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { deleteTemplate } from "@/lib/services/event/template/delete";
import { saveTemplate } from "@/lib/services/event/template/save";
import { createThreshold } from "@/lib/services/event/threshold/create";
import { deleteThreshold } from "@/lib/services/event/threshold/delete";
import { updateThreshold } from "@/lib/services/event/threshold/update";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { type Life, type NamedVerb, nameAndVerb, SALE } from "./life";
import { SETTINGS } from "./settings";
import { type Chance, makeCodes, outflow, plainStep, stepOf, verb } from "./step";

function verbOf<Input>(
  weight: number,
  named: NamedVerb<Input>,
  inputOf: (life: Life) => Input | Promise<Input>,
): Chance {
  const [name, called] = nameAndVerb(named);
  return plainStep(weight, name, (life) =>
    life.act(name, async () => called(life.context, await inputOf(life))),
  );
}

const nothing = fc.constant({});
const isOn = fc.record({ isOn: fc.boolean() });
const stock = fc.oneof(
  fc.record({ kind: fc.constant("left" as const), units: fc.constantFrom(0, 1, 3, 30) }),
  fc.record({ kind: fc.constant("none" as const), units: fc.constant(0) }),
);
const slots = fc.record({ slots: fc.constantFrom(null, 1, 5) });
const inlet = fc.record({
  inlet: fc.constantFrom(
    null,
    { type: "custom" as const },
    { type: "fixed-rate" as const, perMinute: 20 },
    { type: "max-active" as const, maxActive: 3 },
    {
      ...{ type: "periodic" as const, incrementBy: 2 },
      intervalSeconds: 10,
      startAtMs: 0,
      endAtMs: null,
    },
  ),
});
const pause = fc.record({ message: fc.constantFrom(null, "Back in a minute.") });
const texts = fc.record({ texts: fc.constantFrom(null, { en: "Hello" }) });
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** The lane that a batch of codes leads to, where the event has it. */
const laneOfCodes = fc.constantFrom(null, "fans", "press");

const codesOf = stepOf(2, "createAccessCodes", laneOfCodes, (life, lane) =>
  makeCodes(life, 4, lane),
);

const cancel = stepOf(1, "cancelPlace", fc.nat({ max: 30 }), (life, index) =>
  life.act("cancelPlace", async () => {
    const visitor = life.pageOf(index);
    const { supportCode, number = 1 } = visitor?.waiting ?? {};
    const place = { eventId: life.eventId, code: supportCode ?? "none", number };
    await cancelPlace(life.context, place);
    if (visitor !== undefined) visitor.isCancelled = true;
  }),
);

const idOf = (row: { readonly id: string } | null) => row?.id ?? "none";

const ofName = ({ eventId, context }: Life) => {
  return { where: { customerId: context.customer.id, name: eventId } };
};
const templateOf = async (life: Life) => idOf(await db().eventTemplate.findFirst(ofName(life)));
const savedOf = async (life: Life) => idOf(await db().savedMessage.findFirst(ofName(life)));
const thresholdOf = async (life: Life) => idOf(await db().threshold.findFirst(ofName(life)));
const THRESHOLD = { metric: "waiting", crossedAt: 5, clearedAt: 4 } as const;
const batchOf = async ({ eventId: wireId }: Life) =>
  idOf(await db().accessCodeBatch.findFirst({ where: { event: { wireId } } }));

/** Every verb that a member may call on an event, and that changes something: how often each is played. */
export const OPERATORS: readonly Chance[] = [
  verb(8, { startEvent }, nothing),
  verb(3, { stopEvent }, nothing),
  verb(4, { pauseEvent }, pause),
  verb(4, { resumeEvent }, nothing),
  verbOf(1, { actOnMany }, async ({ eventId }) => ({ act: "pause" as const, eventIds: [eventId] })),
  verb(2, { startNow }, nothing),
  verb(4, { setOutflow }, fc.record({ outflowPerMinute: outflow })),
  verb(5, { setStock }, stock),
  verb(2, { grantSlots }, slots),
  verb(1, { setEventInlet }, inlet),
  verb(2, { letEverybodyThrough }, nothing),
  verb(2, { endLetThrough }, nothing),
  verb(2, { setQueueAll }, isOn),
  verb(1, { setSoftBlock }, isOn),
  verb(1, { setMessage }, texts),
  verbOf(1, { saveMessage }, ({ eventId }) => ({ name: eventId, texts: { en: "Back soon" } })),
  verbOf(1, { deleteSavedMessage }, async (life) => ({ savedMessageId: await savedOf(life) })),
  verbOf(1, { createThreshold }, ({ eventId }) => ({ ...THRESHOLD, name: eventId, eventId })),
  verbOf(1, { updateThreshold }, async (life) => ({
    ...{ ...THRESHOLD, name: life.eventId, seenVersion: 1 },
    thresholdId: await thresholdOf(life),
  })),
  verbOf(1, { deleteThreshold }, async (life) => ({ thresholdId: await thresholdOf(life) })),
  verbOf(1, { setNewEventDefaults }, () => NEW_EVENT_DEFAULTS),
  verb(1, { setLogo }, fc.record({ logoBase64: fc.constantFrom(null, PNG) })),
  verb(1, { archiveEvent }, nothing),
  verb(1, { restoreEvent }, nothing),
  verb(1, { deleteEvent }, fc.constant({ name: "Sale" })),
  // The same id once more.
  verb(1, { createEvent }, fc.constant(SALE)),
  verbOf(1, { duplicateEvent }, ({ eventId }) => {
    return { eventId, newEventId: `d${eventId.slice(1)}`, name: "A copy" };
  }),
  verbOf(1, { saveTemplate }, ({ eventId }) => ({ eventId, name: eventId })),
  verbOf(1, { createFromTemplate }, async (life) => ({
    ...{ eventId: `t${life.eventId.slice(1)}`, name: "Sale", templateId: await templateOf(life) },
    ...{ kind: "always-on" as const, startLocal: null, endLocal: null },
  })),
  verbOf(1, { deleteTemplate }, async (life) => ({ templateId: await templateOf(life) })),
  codesOf,
  verbOf(1, { revokeAccessCodes }, ({ eventId, codes }) => {
    return { eventId, codes: codes.pop()?.text ?? "" };
  }),
  verbOf(1, { revokeAccessCodeBatch }, async (life) => ({ batchId: await batchOf(life) })),
  verbOf(1, { setAccessCodeWindow }, async (life) => {
    return { batchId: await batchOf(life), untilLocal: "2099-12-31T20:00" };
  }),
  verb(1, { createStaffLink }, fc.constant({ label: "A colleague", validHours: 1 })),
  verbOf(1, { revokeStaffLink }, async ({ eventId: wireId }) => {
    const where = { event: { wireId }, revokedAt: null };
    return { staffLinkId: idOf(await db().staffLink.findFirst({ where })) };
  }),
  cancel,
  verb(1, { typeDrawValue }, fc.constant({ value: "0".repeat(64) })),
  verb(1, { releasePlace }, fc.constant({ queueId: crypto.randomUUID() })),
  verb(1, { setManagedBy }, fc.record({ managedBy: fc.constantFrom(null, "sale.yaml") })),
  verb(1, { updateEvent }, fc.record({ outflowPerMinute: outflow })),
  ...SETTINGS,
];

export function playedVerbs(): ReadonlySet<string> {
  // Whatever is drawn of one of them, its name is the same.
  const drawn = OPERATORS.flatMap(({ arbitrary }) => fc.sample(arbitrary, 1));
  return new Set(drawn.map(({ name }) => name));
}
