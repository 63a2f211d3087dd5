import fc from "fast-check";
import { db } from "@/lib/db/client";
import { readPastedCodes } from "@/lib/domain/access-code/pasted-codes";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { revokeAccessCodes } from "@/lib/services/event/access-code/revoke";
import { revokeAccessCodeBatch } from "@/lib/services/event/access-code/revoke-batch";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { letEverybodyThrough } from "@/lib/services/event/control/let-through";
import { pauseEvent } from "@/lib/services/event/control/pause";
import { resumeEvent } from "@/lib/services/event/control/resume";
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
import { updateEvent } from "@/lib/services/event/manage/update";
import { releasePlace } from "@/lib/services/event/place/release-place";
import { createStaffLink } from "@/lib/services/event/staff-link/create";
import { revokeStaffLink } from "@/lib/services/event/staff-link/revoke";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { deleteTemplate } from "@/lib/services/event/template/delete";
import { saveTemplate } from "@/lib/services/event/template/save";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { cancelPlace } from "@/lib/services/operation/report/cancel-place";
import { laneOfCodes } from "./lanes";
import type { Life } from "./life";
import { callVerb, type NamedVerb } from "./named-verb";
import { SETTINGS } from "./settings";
import { outflow, plainStep, type Step, stepOf } from "./step";
import { PageVisitor } from "./visitor";

const event = ({ eventId }: Life) => ({ eventId });

/** A verb that takes the event's id and what was drawn. */
function verb<Given extends object>(
  named: NamedVerb<Given>,
  given: fc.Arbitrary<Given>,
): fc.Arbitrary<Step> {
  const { name, call } = callVerb(named);
  return stepOf(name, given, call);
}

/** A verb that takes the event's id alone. */
function plainVerb(named: NamedVerb<object>): fc.Arbitrary<Step> {
  return verb(named, fc.constant({}));
}

const isOn = fc.record({ isOn: fc.boolean() });
const stock = fc.oneof(
  fc.record({ kind: fc.constant("left" as const), units: fc.constantFrom(0, 1, 3, 30) }),
  fc.record({ kind: fc.constant("none" as const), units: fc.constant(0) }),
);
const slots = fc.record({ slots: fc.constantFrom(null, 1, 5) });
const pause = fc.record({ message: fc.constantFrom(null, "Back in a minute.") });
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const remove = plainStep("deleteEvent", (life) =>
  life.act("deleteEvent", () => deleteEvent(life.context, { ...event(life), name: "Sale" })),
);
/** The same id once more. */
const createAgain = plainStep("createEvent", (life) =>
  life.act("createEvent", () =>
    createEvent(life.context, {
      ...event(life),
      ...{ name: "Sale", kind: "always-on", targetUrl: "https://shop.example/tickets" },
    }),
  ),
);

const makeCodes = stepOf("createAccessCodes", laneOfCodes, (life, lane) =>
  life.act("createAccessCodes", async () => {
    const use = { kind: "single-use" as const };
    const made = { ...event(life), name: `Batch ${crypto.randomUUID()}`, count: 4, use, lane };
    const { csv } = await createAccessCodes(life.context, made);
    const lines = csv.split(/[\r\n]+/).flatMap((line) => line.split(",")[0] ?? []);
    const texts = lines.filter((text) => readPastedCodes(text).codes.length === 1);
    life.codes.push(...texts.map((text) => ({ text, lane })));
  }),
);
const revokeCodes = plainStep("revokeAccessCodes", (life) =>
  life.act("revokeAccessCodes", () =>
    revokeAccessCodes(life.context, { ...event(life), codes: life.codes.pop()?.text ?? "" }),
  ),
);
const revokeBatch = plainStep("revokeAccessCodeBatch", (life) =>
  life.act("revokeAccessCodeBatch", async () => {
    const where = { event: { wireId: life.eventId } };
    const batch = await db().accessCodeBatch.findFirst({ where });
    await revokeAccessCodeBatch(life.context, { batchId: batch?.id ?? "none" });
  }),
);

const makeLink = verb({ createStaffLink }, fc.constant({ label: "A colleague", validHours: 1 }));
const revokeLink = plainStep("revokeStaffLink", (life) =>
  life.act("revokeStaffLink", async () => {
    const where = { event: { wireId: life.eventId }, revokedAt: null };
    const link = await db().staffLink.findFirst({ where });
    await revokeStaffLink(life.context, { staffLinkId: link?.id ?? "none" });
  }),
);

const cancel = stepOf("cancelPlace", fc.nat({ max: 30 }), (life, index) =>
  life.act("cancelPlace", async () => {
    const pages = life.visitors.filter((one) => one instanceof PageVisitor);
    const visitor = pages[index % Math.max(1, pages.length)];
    const { supportCode: code = "none", number = 1 } = visitor?.waiting ?? {};
    await cancelPlace(life.context, { ...event(life), code: code ?? "none", number });
    visitor?.noteCancelled();
  }),
);

const duplicate = plainStep("duplicateEvent", (life) =>
  life.act("duplicateEvent", () => {
    const newEventId = `d${life.eventId.slice(1)}`;
    return duplicateEvent(life.context, { ...event(life), newEventId, name: "A copy" });
  }),
);
const keepTemplate = plainStep("saveTemplate", (life) =>
  life.act("saveTemplate", () =>
    saveTemplate(life.context, { ...event(life), name: life.eventId }),
  ),
);
const useTemplate = plainStep("createFromTemplate", (life) =>
  life.act("createFromTemplate", async () => {
    const eventId = `t${life.eventId.slice(1)}`;
    await createFromTemplate(life.context, {
      ...{ eventId, name: "Sale", templateId: await templateOf(life) },
      ...{ kind: "always-on", startLocal: null, endLocal: null },
    });
  }),
);
const dropTemplate = plainStep("deleteTemplate", (life) =>
  life.act("deleteTemplate", async () =>
    deleteTemplate(life.context, { templateId: await templateOf(life) }),
  ),
);

async function templateOf({ eventId, context }: Life): Promise<string> {
  const where = { customerId: context.customer.id, name: eventId };
  return (await db().eventTemplate.findFirst({ where }))?.id ?? "none";
}

/** Every verb that a member may call on an event, and that changes something: how often each is played. */
export const OPERATORS: readonly fc.WeightedArbitrary<Step>[] = [
  { arbitrary: plainVerb({ startEvent }), weight: 8 },
  { arbitrary: plainVerb({ stopEvent }), weight: 3 },
  { arbitrary: verb({ pauseEvent }, pause), weight: 4 },
  { arbitrary: plainVerb({ resumeEvent }), weight: 4 },
  { arbitrary: plainVerb({ startNow }), weight: 2 },
  { arbitrary: verb({ setOutflow }, fc.record({ outflowPerMinute: outflow })), weight: 4 },
  { arbitrary: verb({ setStock }, stock), weight: 5 },
  { arbitrary: verb({ grantSlots }, slots), weight: 2 },
  { arbitrary: plainVerb({ letEverybodyThrough }), weight: 2 },
  { arbitrary: plainVerb({ endLetThrough }), weight: 2 },
  { arbitrary: verb({ setQueueAll }, isOn), weight: 2 },
  { arbitrary: verb({ setSoftBlock }, isOn), weight: 1 },
  {
    arbitrary: verb({ setMessage }, fc.record({ texts: fc.constantFrom(null, { en: "Hello" }) })),
    weight: 1,
  },
  {
    arbitrary: verb({ setLogo }, fc.record({ logoBase64: fc.constantFrom(null, PNG) })),
    weight: 1,
  },
  { arbitrary: plainVerb({ archiveEvent }), weight: 1 },
  { arbitrary: plainVerb({ restoreEvent }), weight: 1 },
  { arbitrary: remove, weight: 1 },
  { arbitrary: createAgain, weight: 1 },
  { arbitrary: duplicate, weight: 1 },
  { arbitrary: keepTemplate, weight: 1 },
  { arbitrary: useTemplate, weight: 1 },
  { arbitrary: dropTemplate, weight: 1 },
  { arbitrary: makeCodes, weight: 2 },
  { arbitrary: revokeCodes, weight: 1 },
  { arbitrary: revokeBatch, weight: 1 },
  { arbitrary: makeLink, weight: 1 },
  { arbitrary: revokeLink, weight: 1 },
  { arbitrary: cancel, weight: 1 },
  { arbitrary: verb({ typeDrawValue }, fc.constant({ value: "0".repeat(64) })), weight: 1 },
  { arbitrary: verb({ releasePlace }, fc.constant({ queueId: crypto.randomUUID() })), weight: 1 },
  { arbitrary: verb({ updateEvent }, fc.record({ outflowPerMinute: outflow })), weight: 1 },
  ...SETTINGS,
];

/** The names of all verbs that are played. */
export function playedVerbs(): ReadonlySet<string> {
  // Whatever is drawn of one of them, its name is the same.
  const drawn = OPERATORS.flatMap(({ arbitrary }) => fc.sample(arbitrary, 1));
  return new Set(drawn.map(({ name }) => name));
}
