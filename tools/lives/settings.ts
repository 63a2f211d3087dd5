import fc from "fast-check";
import { SETTINGS as SETTING_TABLE, type SectionId } from "@/lib/domain/event/settings/table";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { discardDraft } from "@/lib/services/event/draft/discard";
import type { EventDraftView } from "@/lib/services/event/draft/draft-view";
import { listDrafts } from "@/lib/services/event/draft/list";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import type { SaveSectionInput } from "@/lib/services/event/draft/schemas";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { someLanes } from "./lanes";
import type { Life } from "./life";
import { localIn, outflow, plainStep, type Step, stepOf } from "./step";

type Changes = Omit<SaveSectionInput, "eventId" | "section" | "seen">;

const MINUTE_MS = 60_000;

/** Saves some settings of a section, as somebody who has just opened its page. */
export function save(life: Life, section: SectionId, changes: Changes): Promise<boolean> {
  return life.act(`saveSection:${section}`, () => {
    // Plain data: each field by its name.
    const view: Readonly<Record<string, unknown>> = { ...life.view };
    const seen = Object.fromEntries(Object.keys(changes).map((name) => [name, view[name]]));
    return saveSection(life.context, { eventId: life.eventId, section, seen, ...changes });
  });
}

function saved<Given extends Changes>(
  section: SectionId,
  changes: fc.Arbitrary<Given>,
): fc.Arbitrary<Step> {
  return stepOf("saveSection", changes, (life, given) => save(life, section, given));
}

/** Times in minutes from now on: a start, and how long it lasts. */
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

type Times = {
  readonly startsIn: number;
  readonly lasts: number;
  readonly preQueueMinutes: number;
};

function scheduleOf(id: string, { startsIn, lasts, preQueueMinutes }: Times, overridden: object) {
  const [startLocal, endLocal] = [localIn(startsIn), localIn(startsIn + lasts)];
  const timing = { kind: "once" as const, startLocal, endLocal, timeZone: "UTC" };
  return { id, name: `Opening ${id}`, timing, preQueueMinutes, overrides: overridden };
}

const setTimes = stepOf("saveSection", times, (life, { startsIn, lasts, preQueueMinutes }) =>
  save(life, "schedule", {
    ...{ kind: "scheduled", timeZone: "UTC", preQueueMinutes },
    ...{ startLocal: localIn(startsIn), endLocal: localIn(startsIn + lasts) },
  }),
);
const addSchedule = stepOf("saveSection", fc.tuple(times, overrides), (life, [given, over]) => {
  const schedules = life.view?.schedules ?? [];
  const added = scheduleOf(`s${schedules.length}`, given, over);
  return save(life, "schedule", { schedules: [...schedules, added] });
});
const editSchedule = stepOf(
  "saveSection",
  fc.tuple(fc.constantFrom(-2, -1, 1, 3), fc.boolean(), overrides),
  (life, [minutes, movesStart, over]) => {
    const schedules = life.view?.schedules ?? [];
    const edited = schedules.map((one, index) =>
      index === 0 ? { ...moved(one, minutes, movesStart), overrides: over } : one,
    );
    return save(life, "schedule", { schedules: edited });
  },
);
const removeSchedules = plainStep("saveSection", (life) =>
  save(life, "schedule", { schedules: [] }),
);
const beAlwaysOn = plainStep("saveSection", (life) =>
  save(life, "schedule", {
    ...{ kind: "always-on", startLocal: null, endLocal: null, schedules: [] },
  }),
);

function moved(one: EventView["schedules"][number], minutes: number, movesStart: boolean) {
  if (one.timing.kind !== "once") return one;
  const later = (local: string) =>
    instantToLocalTime(Date.parse(`${local}Z`) + minutes * MINUTE_MS, "UTC").slice(0, 16);
  const { startLocal, endLocal } = one.timing;
  const timing = {
    ...one.timing,
    startLocal: movesStart ? later(startLocal) : startLocal,
    endLocal: movesStart ? endLocal : later(endLocal),
  };
  return { ...one, timing };
}

const { startLocal, endLocal } = SETTING_TABLE;
const TIMES: ReadonlySet<string> = new Set([startLocal.label, endLocal.label]);

/** A draft of the event, as the console shows it; null where there is none. */
async function shownDraft({ context, eventId }: Life): Promise<EventDraftView | null> {
  const [draft] = await listDrafts(context, { eventId }).catch(() => []);
  return draft ?? null;
}

/** Publishes a draft with what it says to change at once. */
export async function publishShown(life: Life): Promise<void> {
  const draft = await shownDraft(life);
  if (draft === null) return;
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
const publish = plainStep("publishDraft", publishShown);
const discard = plainStep("discardDraft", async (life) => {
  const draft = await shownDraft(life);
  if (draft === null) return;
  const { section, revision } = draft;
  const { context, eventId } = life;
  await life.act("discardDraft", () => discardDraft(context, { eventId, section, revision }));
});

const method = fc.constantFrom("fifo", "fifo", "random", "passthrough", "reject");
/** What is drawn needs nothing of the world outside. */
const someDraw = fc.constantFrom(null, { type: "none" as const });
const cap = fc.constantFrom(null, 2, 10);

/** Settings that are saved, published and discarded, section by section. */
export const SETTINGS: readonly fc.WeightedArbitrary<Step>[] = [
  { arbitrary: saved("admission", fc.record({ outflowPerMinute: outflow })), weight: 2 },
  { arbitrary: saved("admission", fc.record({ activeCap: cap })), weight: 2 },
  { arbitrary: saved("admission", fc.record({ lineLimit: cap })), weight: 2 },
  {
    arbitrary: saved("admission", fc.record({ unitsPerAdmission: fc.constantFrom(1, 2) })),
    weight: 1,
  },
  {
    arbitrary: saved("admission", fc.record({ absenceMinutes: fc.constantFrom(null, 5) })),
    weight: 1,
  },
  { arbitrary: saved("order", fc.record({ method })), weight: 4 },
  { arbitrary: saved("order", fc.record({ queueAll: fc.boolean() })), weight: 2 },
  { arbitrary: saved("order", fc.record({ lanes: someLanes })), weight: 3 },
  { arbitrary: saved("access", fc.record({ inviteOnly: fc.boolean() })), weight: 2 },
  { arbitrary: saved("access", fc.record({ sessionMinutes: fc.constantFrom(1, 20) })), weight: 1 },
  {
    arbitrary: saved("page", fc.record({ brandColour: fc.constantFrom("#112233", "#445566") })),
    weight: 1,
  },
  { arbitrary: saved("general", fc.record({ name: fc.constant("Sale") })), weight: 1 },
  { arbitrary: saved("schedule", fc.record({ draw: someDraw })), weight: 2 },
  { arbitrary: setTimes, weight: 3 },
  { arbitrary: addSchedule, weight: 3 },
  { arbitrary: editSchedule, weight: 3 },
  { arbitrary: removeSchedules, weight: 2 },
  { arbitrary: beAlwaysOn, weight: 1 },
  { arbitrary: publish, weight: 10 },
  { arbitrary: discard, weight: 2 },
];
