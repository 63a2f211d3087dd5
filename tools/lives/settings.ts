import fc from "fast-check";
import { SETTINGS as SETTING_TABLE, type SectionId } from "@/lib/domain/event/settings/table";
import type { Lanes } from "@/lib/domain/lane/lane";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { discardDraft } from "@/lib/services/event/draft/discard";
import { listDrafts } from "@/lib/services/event/draft/list";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import type { SaveSectionInput } from "@/lib/services/event/draft/schemas";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { Life } from "./life";
import { type Chance, localIn, onceIn, outflow, plainStep, stepOf } from "./step";

type Changes = Omit<SaveSectionInput, "eventId" | "section" | "seen">;

/** Saves some settings of a section, as somebody who has just opened its page. */
export function save(life: Life, section: SectionId, changes: Changes): Promise<boolean> {
  return life.act(`saveSection:${section}`, () => {
    // Plain data: each field by its name.
    const view: Readonly<Record<string, unknown>> = { ...life.view };
    const seen = Object.fromEntries(Object.keys(changes).map((name) => [name, view[name]]));
    return saveSection(life.context, { eventId: life.eventId, section, seen, ...changes });
  });
}

function saved<Given>(
  weight: number,
  section: SectionId,
  given: fc.Arbitrary<Given>,
  changesOf: (given: Given, life: Life) => Changes,
): Chance {
  return stepOf(weight, "saveSection", given, (life, drawn) =>
    save(life, section, changesOf(drawn, life)),
  );
}

function oneOf<Name extends keyof Changes>(
  weight: number,
  section: SectionId,
  name: Name,
  values: fc.Arbitrary<Changes[Name]>,
): Chance {
  return saved(weight, section, fc.record({ [name]: values }), (changes) => changes);
}

export const lane = (key: string, weight = 50) => ({
  key,
  name: key,
  weight,
  fromRelativeQuality: null,
});

/** Lanes that an event may get: each has the one that everybody joins; that of a code may be gone, or stand elsewhere. */
export const someLanes: fc.Arbitrary<Lanes> = fc.constantFrom<Lanes[]>(
  { mode: "ordered", defaultLane: "main", lanes: [lane("main", 100)] },
  { mode: "weighted", defaultLane: "main", lanes: [lane("main"), lane("fans")] },
  { mode: "ordered", defaultLane: "main", lanes: [lane("fans"), lane("main")] },
  { mode: "weighted", defaultLane: "main", lanes: [lane("press"), lane("main")] },
);

const times = fc.record({
  startsIn: fc.constantFrom(-2, 1, 2, 4),
  lasts: fc.constantFrom(2, 4, 10),
  preQueueMinutes: fc.constantFrom(0, 1, 2),
});
const overrides = fc.oneof(
  fc.constant({}),
  fc.record({ outflowPerMinute: outflow }),
  fc.record({ method: fc.constantFrom("fifo" as const, "reject" as const) }),
);
const edit = fc.tuple(fc.constantFrom(-2, -1, 1, 3), fc.boolean(), overrides);

function moved(one: EventView["schedules"][number], minutes: number, movesStart: boolean) {
  if (one.timing.kind !== "once") return one;
  const name = movesStart ? "startLocal" : "endLocal";
  const atMs = Date.parse(`${one.timing[name]}Z`) + minutes * 60_000;
  const timing = { ...one.timing, [name]: instantToLocalTime(atMs, "UTC").slice(0, 16) };
  return { ...one, timing };
}

const { startLocal, endLocal } = SETTING_TABLE;
const TIMES: ReadonlySet<string> = new Set([startLocal.label, endLocal.label]);

/** A draft of the event, as the console shows it; undefined where there is none. */
async function shownDraft({ context, eventId }: Life) {
  return (await listDrafts(context, { eventId }).catch(() => []))[0];
}

/** Publishes a draft with what it says to change at once. */
export async function publishShown(life: Life): Promise<void> {
  const draft = await shownDraft(life);
  if (draft === undefined) return;
  const { section, revision, effects, differences } = draft;
  const { context, eventId, view } = life;
  const seen = { eventId, section, revision, settingsVersion: view?.settingsVersion ?? 1 };
  await life.act(
    `publishDraft:${section}`,
    () => publishDraft(context, { ...seen, confirmed: [...effects] }),
    // Times that somebody has typed for the run itself stand side by side with those that hold.
    [...effects, ...differences.map(({ label }) => label).filter((label) => TIMES.has(label))],
  );
}

async function discardShown(life: Life): Promise<void> {
  const draft = await shownDraft(life);
  if (draft === undefined) return;
  const { section, revision } = draft;
  await life.call({ discardDraft }, { section, revision });
}

const nothing = fc.constant(undefined);
const someMethod = fc.constantFrom<EventView["method"][]>(
  ...(["fifo", "fifo", "random", "passthrough", "reject"] as const),
);
const cap = fc.constantFrom(null, 2, 10);

export const SETTINGS: readonly Chance[] = [
  oneOf(2, "admission", "outflowPerMinute", outflow),
  oneOf(2, "admission", "activeCap", cap),
  oneOf(2, "admission", "lineLimit", cap),
  oneOf(1, "admission", "unitsPerAdmission", fc.constantFrom(1, 2)),
  oneOf(1, "admission", "absenceMinutes", fc.constantFrom(null, 5)),
  oneOf(4, "order", "method", someMethod),
  oneOf(2, "order", "queueAll", fc.boolean()),
  oneOf(3, "order", "lanes", someLanes),
  oneOf(2, "access", "inviteOnly", fc.boolean()),
  oneOf(1, "access", "sessionMinutes", fc.constantFrom(1, 20)),
  oneOf(1, "page", "brandColour", fc.constantFrom("#112233", "#445566")),
  oneOf(1, "general", "name", fc.constant("Sale")),
  // What is drawn needs nothing of the world outside.
  oneOf(2, "schedule", "draw", fc.constantFrom(null, { type: "none" as const })),
  saved(3, "schedule", times, ({ startsIn, lasts, preQueueMinutes }) => ({
    ...{ kind: "scheduled", timeZone: "UTC", preQueueMinutes },
    ...{ startLocal: localIn(startsIn), endLocal: localIn(startsIn + lasts) },
  })),
  saved(3, "schedule", fc.tuple(times, overrides), ([given, over], { view }) => {
    const { startsIn, lasts, preQueueMinutes } = given;
    const schedules = view?.schedules ?? [];
    const more = { id: `s${schedules.length}`, preQueueMinutes, overrides: over };
    return { schedules: [...schedules, onceIn(startsIn, startsIn + lasts, more)] };
  }),
  saved(3, "schedule", edit, ([minutes, movesStart, over], { view }) => {
    const [first, ...others] = view?.schedules ?? [];
    if (first === undefined) return { schedules: [] };
    return { schedules: [{ ...moved(first, minutes, movesStart), overrides: over }, ...others] };
  }),
  saved(2, "schedule", nothing, () => ({ schedules: [] })),
  saved(1, "schedule", nothing, () => {
    return { kind: "always-on", startLocal: null, endLocal: null, schedules: [] };
  }),
  plainStep(10, "publishDraft", publishShown),
  plainStep(2, "discardDraft", discardShown),
];
