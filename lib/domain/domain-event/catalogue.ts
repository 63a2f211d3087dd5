import { z } from "zod";
import type { Permission } from "@/lib/domain/permissions/roles";

/** One kind of thing that programs and people outside Stanchion can be told of. */
type Kind = {
  /** What happened, in a few words, as lists show it. */
  readonly title: string;
  readonly about: string;
  /** `event`: it happened at one waiting room, whose notifications arrive in order. */
  readonly scope: "event" | "customer";
  /** What somebody needs to be told of it. */
  readonly permission: Permission;
  /** Of the shape of `data`. Fields are only ever added within a version. */
  readonly version: number;
  readonly data: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
};

const run = z.int().min(1);
const perMinute = z.number().min(0);
const change = z.object({
  field: z.string(),
  label: z.string(),
  from: z.unknown(),
  to: z.unknown(),
});
const NOTHING = z.object({});
const EVENT = { scope: "event", permission: "event:read", version: 1 } as const;
const SITE = { scope: "customer", permission: "publication:read", version: 1 } as const;
const PEOPLE = { scope: "customer", permission: "audit:read", version: 1 } as const;
const OF_RUN = { data: z.object({ run }), example: { run: 3 } } as const;
const PLAIN = { data: NOTHING, example: {} } as const;
const OF_SECRET = {
  ...PEOPLE,
  data: z.object({ secretId: z.string() }),
  example: { secretId: "sec_YQx1cWd0V1hZc2hHbU5qQQ" },
} as const;

/** Every kind of domain event by its name. Names and shapes are public: they stay. */
export const DOMAIN_EVENTS = {
  "event.created": {
    ...EVENT,
    title: "Event created",
    about: "An event was created: blank, from a template or as a copy.",
    ...PLAIN,
  },
  "event.changed": {
    ...EVENT,
    title: "Settings changed",
    about: "Settings of an event are other than before. Each change has its old and its new value.",
    data: z.object({ changes: z.array(change) }),
    example: {
      changes: [{ field: "sessionMinutes", label: "Session length", from: "10", to: "15" }],
    },
  },
  "event.deleted": {
    ...EVENT,
    title: "Event deleted",
    about: "An event and what was kept of it are gone.",
    ...PLAIN,
  },
  "event.schedule_applied": {
    ...EVENT,
    title: "Schedule applied",
    about: "A schedule of an always-on event took over, or ended. Null: the event's own settings.",
    data: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    example: { from: null, to: "Evenings" },
  },
  "event.opened": {
    ...EVENT,
    title: "Event opened",
    about: "A run began: the waiting room takes visitors.",
    ...OF_RUN,
  },
  "event.ended": {
    ...EVENT,
    title: "Event ended",
    about: "A run is over: stopped by somebody, or at its scheduled end.",
    ...OF_RUN,
  },
  "event.paused": {
    ...EVENT,
    title: "Event paused",
    about: "Nobody is let in until the event is resumed. The message is what visitors read.",
    data: z.object({ message: z.string().nullable() }),
    example: { message: "The shop is checking payments. Your place is safe." },
  },
  "event.resumed": {
    ...EVENT,
    title: "Event resumed",
    about: "Visitors are let in again.",
    ...PLAIN,
  },
  "event.outflow_changed": {
    ...EVENT,
    title: "Outflow changed",
    about: "How many visitors a minute are let in was changed. `by` says who did it.",
    data: z.object({ from: perMinute, to: perMinute }),
    example: { from: 100, to: 200 },
  },
  "event.message_changed": {
    ...EVENT,
    title: "Message changed",
    about: "What visitors who wait are told. Null: nothing.",
    data: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    example: { from: null, to: "Row A has sold out." },
  },
  "event.queue_all_changed": {
    ...EVENT,
    title: "Queue all turned on or off",
    about: "Whether everybody waits, or only those who come when it is busy.",
    data: z.object({ isOn: z.boolean() }),
    example: { isOn: true },
  },
  "event.soft_block_changed": {
    ...EVENT,
    title: "Soft block turned on or off",
    about: "Whether visitors who look automated have to prove that they are not.",
    data: z.object({ isOn: z.boolean() }),
    example: { isOn: true },
  },
  "event.let_through_began": {
    ...EVENT,
    title: "Everyone let through",
    about: "The line was opened: whoever comes goes straight on.",
    ...OF_RUN,
  },
  "event.let_through_ended": {
    ...EVENT,
    title: "Line in force again",
    about: "Visitors are no longer all let through.",
    ...PLAIN,
  },
  "event.queueing_began": {
    ...EVENT,
    title: "Queueing began",
    about: "More visitors come than are let in, so that they wait.",
    data: z.object({ run, waiting: z.int().min(1) }),
    example: { run: 3, waiting: 41 },
  },
  "event.queueing_ended": {
    ...EVENT,
    title: "Queueing ended",
    about: "Nobody waits any more, and nobody has for a minute.",
    ...OF_RUN,
  },
  "event.sold_out": {
    ...EVENT,
    title: "Sold out",
    about: "Nothing of the stock is left, so nobody else is let in.",
    ...OF_RUN,
  },
  "event.in_stock_again": {
    ...EVENT,
    title: "In stock again",
    about: "There is something left after an event was sold out.",
    ...OF_RUN,
  },
  "event.outflow_governed": {
    ...EVENT,
    title: "Governor slowed or sped up",
    about:
      "The governor changed the outflow because of how the site answers. Null: it holds nothing back.",
    data: z.object({ run, outflowPerMinute: perMinute.nullable() }),
    example: { run: 3, outflowPerMinute: 60 },
  },
  "event.recovering": {
    ...EVENT,
    title: "Line lost its data",
    about:
      "Redis was restarted or lost data. Nobody is let in before the line is whole again; places stay.",
    ...OF_RUN,
  },
  "event.recovered": {
    ...EVENT,
    title: "Line recovered",
    about: "The line is whole again after a loss.",
    ...OF_RUN,
  },
  "draw.frozen": {
    ...EVENT,
    title: "Draw frozen",
    about: "Who takes part in the draw is fixed; nobody can be added or taken out.",
    ...OF_RUN,
  },
  "draw.drawn": {
    ...EVENT,
    title: "Draw decided",
    about:
      "The random value of the draw is there, and with it everybody's place. The proof is public.",
    ...OF_RUN,
  },
  "report.ready": {
    ...EVENT,
    permission: "report:read",
    title: "Report ready",
    about: "The report of a run that is over has been counted.",
    ...OF_RUN,
  },
  "report.published": {
    ...EVENT,
    permission: "report:read",
    title: "Report published",
    about: "The fairness report of a run is public.",
    ...OF_RUN,
  },
  "rules.published": {
    ...SITE,
    title: "Rules published",
    about:
      "Connectors get a new version of the rules. `repeats` is the version that a roll back brought back.",
    data: z.object({ version: run, repeats: run.nullable() }),
    example: { version: 12, repeats: null },
  },
  "secret.staged": {
    ...OF_SECRET,
    title: "Secret generated",
    about: "A secret was generated. It signs nothing yet, unless it is the first.",
  },
  "secret.activated": {
    ...OF_SECRET,
    title: "Secret activated",
    about: "Tokens are signed with another secret from now on.",
  },
  "secret.retired": {
    ...OF_SECRET,
    title: "Secret retired",
    about: "A secret that had signed is gone; or it was revoked, and what it signed is refused.",
  },
  "approval.asked": {
    ...PEOPLE,
    title: "Second person asked",
    about: "Somebody wants to do what a second person has to approve.",
    data: z.object({ approvalId: z.string(), verb: z.string() }),
    example: { approvalId: "apr_m2RZSmtOcXdQZGZlR3dHdQ", verb: "event.stop" },
  },
  "approval.decided": {
    ...PEOPLE,
    title: "Request decided",
    about: "Such a request was approved, refused or cancelled, or its time ran out.",
    data: z.object({
      approvalId: z.string(),
      verb: z.string(),
      outcome: z.enum(["approved", "refused", "cancelled", "expired", "outdated"]),
    }),
    example: { approvalId: "apr_m2RZSmtOcXdQZGZlR3dHdQ", verb: "event.stop", outcome: "refused" },
  },
  "webhook.test": {
    scope: "customer",
    permission: "webhook:read",
    version: 1,
    title: "Test",
    about: "Sent when somebody tests an endpoint.",
    ...PLAIN,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type DomainEventType = keyof typeof DOMAIN_EVENTS;

/** All of them, in the order of the catalogue. */
export const DOMAIN_EVENT_TYPES = Object.keys(DOMAIN_EVENTS).filter(isDomainEventType);

export function isDomainEventType(name: string): name is DomainEventType {
  return Object.hasOwn(DOMAIN_EVENTS, name);
}

/** What is chosen from: a test is only ever asked for. */
export const CHOSEN_TYPES = DOMAIN_EVENT_TYPES.filter((type) => type !== "webhook.test");
