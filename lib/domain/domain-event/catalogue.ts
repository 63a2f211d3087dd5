import { z } from "zod";
import type { Permission } from "@/lib/domain/permissions/roles";

/** A type of domain event: something that programs and people outside Stanchion can be notified of. */
type Kind = {
  /** What happened, in a few words, as lists show it. */
  readonly title: string;
  readonly about: string;
  /** `event`: it concerns one event, whose notifications arrive in order. */
  readonly scope: "event" | "customer";
  /** The permission that subscribing takes. */
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

/** All domain events by type. Types and shapes are public and stay. */
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
    about: "Settings of an event changed. Each change has the old and the new value.",
    data: z.object({ changes: z.array(change) }),
    example: {
      changes: [{ field: "sessionMinutes", label: "Session length", from: "10", to: "15" }],
    },
  },
  "event.deleted": {
    ...EVENT,
    title: "Event deleted",
    about: "An event was deleted with its data.",
    ...PLAIN,
  },
  "event.schedule_applied": {
    ...EVENT,
    title: "Schedule applied",
    about:
      "A schedule of an always-on event started or ended. `null` means the event's own settings.",
    data: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    example: { from: null, to: "Evenings" },
  },
  "event.opened": {
    ...EVENT,
    title: "Event opened",
    about: "A run started: the waiting room accepts visitors.",
    ...OF_RUN,
  },
  "event.ended": {
    ...EVENT,
    title: "Event ended",
    about: "A run ended, either stopped by someone or on schedule.",
    ...OF_RUN,
  },
  "event.paused": {
    ...EVENT,
    title: "Event paused",
    about: "Admission is paused until someone resumes the event. `message` is what visitors see.",
    data: z.object({ message: z.string().nullable() }),
    example: { message: "The shop is checking payments. Your place is safe." },
  },
  "event.resumed": {
    ...EVENT,
    title: "Event resumed",
    about: "Visitors are admitted again.",
    ...PLAIN,
  },
  "event.outflow_changed": {
    ...EVENT,
    title: "Outflow changed",
    about: "Someone changed how many visitors are admitted per minute.",
    data: z.object({ from: perMinute, to: perMinute }),
    example: { from: 100, to: 200 },
  },
  "event.message_changed": {
    ...EVENT,
    title: "Message changed",
    about: "The message to waiting visitors changed. `null` means no message.",
    data: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    example: { from: null, to: "Row A has sold out." },
  },
  "event.queue_all_changed": {
    ...EVENT,
    title: "Queue all turned on or off",
    about: "Whether every visitor waits, or only when demand exceeds capacity.",
    data: z.object({ isOn: z.boolean() }),
    example: { isOn: true },
  },
  "event.soft_block_changed": {
    ...EVENT,
    title: "Soft block turned on or off",
    about: "Whether visitors who look automated must solve a challenge.",
    data: z.object({ isOn: z.boolean() }),
    example: { isOn: true },
  },
  "event.let_through_started": {
    ...EVENT,
    title: "Everyone let through",
    about: "The waiting room admits all visitors without waiting.",
    ...OF_RUN,
  },
  "event.let_through_ended": {
    ...EVENT,
    title: "Queueing restored",
    about: "Visitors wait in line again.",
    ...PLAIN,
  },
  "event.queueing_started": {
    ...EVENT,
    title: "Queueing started",
    about: "Demand exceeds the outflow, so visitors wait.",
    data: z.object({ run, waiting: z.int().min(1) }),
    example: { run: 3, waiting: 41 },
  },
  "event.queueing_ended": {
    ...EVENT,
    title: "Queueing ended",
    about: "Nobody has been waiting for a minute.",
    ...OF_RUN,
  },
  "event.sold_out": {
    ...EVENT,
    title: "Sold out",
    about: "The stock is used up, so nobody else is admitted.",
    ...OF_RUN,
  },
  "event.back_in_stock": {
    ...EVENT,
    title: "Back in stock",
    about: "Stock is available again after the event sold out.",
    ...OF_RUN,
  },
  "event.outflow_governed": {
    ...EVENT,
    title: "Governor changed the outflow",
    about:
      "The governor changed the outflow to match how the site responds. `null` means it no longer limits the outflow.",
    data: z.object({ run, outflowPerMinute: perMinute.nullable() }),
    example: { run: 3, outflowPerMinute: 60 },
  },
  "event.recovering": {
    ...EVENT,
    title: "Line recovering",
    about:
      "Redis restarted or lost data. Admission stops until the line is complete again; visitors keep their places.",
    ...OF_RUN,
  },
  "event.recovered": {
    ...EVENT,
    title: "Line recovered",
    about: "The line is complete again after a loss.",
    ...OF_RUN,
  },
  "draw.frozen": {
    ...EVENT,
    title: "Draw frozen",
    about: "The list of participants in the draw is final.",
    ...OF_RUN,
  },
  "draw.drawn": {
    ...EVENT,
    title: "Draw decided",
    about: "The random value of the draw is known, and with it every place. The proof is public.",
    ...OF_RUN,
  },
  "report.ready": {
    ...EVENT,
    permission: "report:read",
    title: "Report ready",
    about: "The report of a finished run is ready.",
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
      "Connectors receive a new version of the rules. `repeats` is the version that a rollback restored.",
    data: z.object({ version: run, repeats: run.nullable() }),
    example: { version: 12, repeats: null },
  },
  "secret.staged": {
    ...OF_SECRET,
    title: "Secret generated",
    about:
      "A secret was generated. It signs tokens once activated; the first one is active at once.",
  },
  "secret.activated": {
    ...OF_SECRET,
    title: "Secret activated",
    about: "Tokens are signed with a different secret from now on.",
  },
  "secret.retired": {
    ...OF_SECRET,
    title: "Secret removed",
    about: "A secret was deleted, or revoked: tokens signed with a revoked secret are refused.",
  },
  "approval.requested": {
    ...PEOPLE,
    title: "Approval requested",
    about: "An action needs a second person's approval.",
    data: z.object({ approvalId: z.string(), verb: z.string() }),
    example: { approvalId: "apr_m2RZSmtOcXdQZGZlR3dHdQ", verb: "event.stop" },
  },
  "approval.decided": {
    ...PEOPLE,
    title: "Approval decided",
    about: "A request was approved, refused or cancelled, or it expired.",
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
    about: "Sent when someone tests a webhook.",
    ...PLAIN,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type DomainEventType = keyof typeof DOMAIN_EVENTS;

/** All of them, in the order of the catalogue. */
export const DOMAIN_EVENT_TYPES = Object.keys(DOMAIN_EVENTS).filter(isDomainEventType);

export function isDomainEventType(name: string): name is DomainEventType {
  return Object.hasOwn(DOMAIN_EVENTS, name);
}

/** The types that can be subscribed to: a test is only sent on request. */
export const CHOSEN_TYPES = DOMAIN_EVENT_TYPES.filter((type) => type !== "webhook.test");
