import { z } from "zod";
import { effectsAtOnce } from "@/lib/compat/effects-at-once";
import { languageOfTag } from "@/lib/compat/language-of-tag";
import { instantToLocalTime, localTimeToInstant } from "@/lib/domain/schedule/local-time";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { listEvents } from "@/lib/services/event/manage/list";
import { setManagedBy } from "@/lib/services/event/manage/set-managed-by";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SomeSettings } from "@/lib/services/event/settings/schemas";
import { listThemes } from "@/lib/services/event/theme/list";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import type { Asked } from "./asked";
import { eventAnswer, phaseOf, rowOf } from "./event-answer";
import { type EventInput, eventInput, speedInput } from "./event-fields";
import { zoneNamed } from "./time-zones";

const PAGE = 100;
const MINUTE_MS = 60_000;
/** What the console says that these events are managed by. */
const MANAGED_BY = "Queue-it API";

async function allEvents(context: ServiceContext): Promise<readonly EventView[]> {
  const found: EventView[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const page = await listEvents(context, asked);
    found.push(...page.items);
    cursor = page.nextCursor;
  }
  return found;
}

export async function listAll({ context }: Asked) {
  return (await allEvents(context)).map(rowOf);
}

/** What is known of their searches: by phase, of which there are two while an event is open. */
const searchInput = z.strictObject({
  list: z
    .array(
      z.strictObject({
        Name: z.literal("Phase", "Search by Phase."),
        Operator: z.literal("in", "Search with the operator in."),
        Value: z
          .string()
          .transform((text) => text.split(",").map((phase) => phase.trim()))
          .pipe(z.array(z.enum(["prequeue", "queue"], "Phases are prequeue and queue."))),
      }),
    )
    .max(10),
});

export async function search({ context, body }: Asked) {
  const { list } = searchInput.parse(body);
  const nowMs = Date.now();
  const fits = (event: EventView) => {
    const phase = phaseOf(event, nowMs);
    return list.every(({ Value }) => phase !== null && Value.includes(phase));
  };
  return (await allEvents(context)).filter(fits).map(rowOf);
}

export async function getOne({ context, eventId }: Asked) {
  return eventAnswer(context, await getEvent(context, { eventId }));
}

/**
 * Makes a scheduled event or replaces one, and opens it where it was not open for these times.
 */
export async function putOne({ context, eventId, body }: Asked) {
  const input = eventInput.parse(body);
  const before = await getEvent(context, { eventId }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  });
  const settings = await settingsOf(context, input);
  const event =
    before === null
      ? await createOne(context, eventId, { ...settings, ...requiredOf(input) })
      : await changeOne(context, before, settings);
  const isNew = before === null || before.status === "draft";
  const isLater = before?.status === "stopped" && before.startAt !== event.startAt;
  const open = isNew || isLater ? await startEvent(context, { eventId }) : event;
  return eventAnswer(context, open);
}

const requiredOf = ({ DisplayName, RedirectUrl }: EventInput) => ({
  ...{ kind: "scheduled" as const, name: DisplayName, targetUrl: RedirectUrl },
});

type NewEvent = SomeSettings & ReturnType<typeof requiredOf>;

async function createOne(context: ServiceContext, eventId: string, settings: NewEvent) {
  await createEvent(context, { ...settings, eventId });
  return setManagedBy(context, { eventId, managedBy: MANAGED_BY });
}

async function changeOne(
  context: ServiceContext,
  before: EventView,
  settings: SomeSettings,
): Promise<EventView> {
  const { eventId } = before;
  if (before.kind !== "scheduled" || before.schedules.length > 0) {
    const reason = "Only events with a start and end of their own are changed by this API.";
    throw new ServiceError("precondition_failed", reason);
  }
  const { endLocal, timeZone = "UTC" } = settings;
  const end = endLocal ? localTimeToInstant(endLocal, timeZone) : null;
  const endAt = end?.ok === true ? new Date(end.instantMs).toISOString() : before.endAt;
  // Each value that is given is of the setting whose name it has.
  const wanted = { ...before, ...settings, endAt } as EventView;
  const confirmed = [...effectsAtOnce(before, wanted)];
  return updateEvent(context, { eventId, ...settings, confirmed });
}

async function settingsOf(context: ServiceContext, input: EventInput): Promise<SomeSettings> {
  const timeZone = zoneNamed(input.TimeZone);
  if (timeZone === null) throw invalidField("TimeZone", `Nobody knows ${input.TimeZone}.`);
  const local = (field: "EventStartTime" | "EventEndTime") => {
    const text = instantToLocalTime(input[field], timeZone);
    const read = localTimeToInstant(text, timeZone);
    if (read.ok && read.instantMs === input[field]) return text;
    throw invalidField(field, `Clocks of ${timeZone} show this time twice. Send TimeZone UTC.`);
  };
  const { EventCulture: culture, MaxRedirectsPerMinute: outflowPerMinute } = input;
  const language = culture === undefined ? undefined : languageOfTag(culture);
  if (language === null) {
    throw invalidField("EventCulture", "The waiting page has no texts in this language.");
  }
  return {
    ...{ name: input.DisplayName, targetUrl: input.RedirectUrl, timeZone },
    ...{ startLocal: local("EventStartTime"), endLocal: local("EventEndTime") },
    preQueueMinutes: (input.EventStartTime - input.PreQueueStartTime) / MINUTE_MS,
    ...(language === undefined ? {} : { language }),
    ...(outflowPerMinute === undefined ? {} : { outflowPerMinute }),
    ...afterEventOf(input),
    ...(await themeOf(context, input)),
  };
}

function afterEventOf(input: EventInput): Pick<SomeSettings, "afterEvent"> {
  const page = { kind: "page", message: null } as const;
  switch (input.AfterEventLogic) {
    case undefined:
      return {};
    case "KeepUsersOnAfterEventPage":
      return { afterEvent: null };
    case "RedirectUsersToTargetPage":
      return { afterEvent: { show: page, protectedPages: "let-through" } };
    case "RedirectUsersToSpecialPage": {
      const url = input.AfterEventRedirectPage ?? "";
      return { afterEvent: { show: { kind: "redirect", url }, protectedPages: "keep-out" } };
    }
  }
}

/** Their layouts by name are themes here; those that Queue-it has made are our own page. */
async function themeOf(
  context: ServiceContext,
  { CustomLayout: layout }: EventInput,
): Promise<Pick<SomeSettings, "theme">> {
  if (layout === undefined) return {};
  if (layout === null || layout === "" || / by Queue-it$/.test(layout)) return { theme: null };
  const themes = await listThemes(context);
  const theme = themes.find(({ key, name }) => key === layout || name === layout);
  if (theme !== undefined) return { theme: theme.key };
  throw invalidField("CustomLayout", `You have no theme ${layout}.`);
}

/** Changes how many go in per minute, also while the event runs. */
export async function setSpeed({ context, eventId, body }: Asked) {
  const { MaxRedirectsPerMinute: outflowPerMinute } = speedInput.parse(body);
  const event = await setOutflow(context, { eventId, outflowPerMinute });
  return { MaxRedirectsPerMinute: String(event.outflowInForce) };
}
