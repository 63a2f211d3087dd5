import type { DomainEventType } from "./catalogue";

type Details = Readonly<Record<string, unknown>>;

/** What an entry of the audit log tells the outside. */
export type Told = {
  readonly type: DomainEventType;
  readonly data: Details;
};

type Tell = (entry: { readonly subject: string; readonly details: Details }) => Told;

/** Says only that it happened. */
const plain =
  (type: DomainEventType): Tell =>
  () => ({ type, data: {} });

/** With some of the details as they are. A detail that an entry does not have is null. */
const withDetails =
  (type: DomainEventType, ...names: readonly string[]): Tell =>
  ({ details }) => ({
    type,
    data: Object.fromEntries(names.map((name) => [name, details[name] ?? null])),
  });

const changed: Tell = ({ details }) => ({
  type: "event.changed",
  data: { changes: Array.isArray(details["changes"]) ? details["changes"] : [] },
});

const ofSecret =
  (type: DomainEventType): Tell =>
  ({ subject }) => ({ type, data: { secretId: subject } });

const decided =
  (outcome: string): Tell =>
  ({ details }) => ({
    type: "approval.decided",
    data: { approvalId: details["approval"], verb: details["verb"], outcome },
  });

/** Of the audit log's verbs, those that the outside is told of. */
const TOLD: Readonly<Record<string, Tell>> = {
  "event.create": plain("event.created"),
  "event.duplicate": plain("event.created"),
  "event.delete": plain("event.deleted"),
  "event.update": changed,
  "event.publish-draft": changed,
  "event.schedule": withDetails("event.schedule_applied", "from", "to"),
  "event.start": withDetails("event.opened", "run"),
  "event.stop": withDetails("event.ended", "run"),
  "event.end": withDetails("event.ended", "run"),
  "event.pause": withDetails("event.paused", "message"),
  "event.resume": plain("event.resumed"),
  "event.set-outflow": withDetails("event.outflow_changed", "from", "to"),
  "event.set-message": withDetails("event.message_changed", "from", "to"),
  "event.set-queue-all": withDetails("event.queue_all_changed", "isOn"),
  "event.set-soft-block": withDetails("event.soft_block_changed", "isOn"),
  "event.let-through": withDetails("event.let_through_started", "run"),
  "event.end-let-through": plain("event.let_through_ended"),
  "report.publish": withDetails("report.published", "run"),
  "publication.publish": withDetails("rules.published", "version", "repeats"),
  "publication.roll-back": withDetails("rules.published", "version", "repeats"),
  "secret.create": ofSecret("secret.staged"),
  "secret.activate": ofSecret("secret.activated"),
  "secret.retire": ofSecret("secret.retired"),
  "secret.revoke": ofSecret("secret.retired"),
  "approval.ask": ({ details }) => ({
    type: "approval.requested",
    data: { approvalId: details["approval"], verb: details["verb"] },
  }),
  "approval.approve": decided("approved"),
  "approval.refuse": decided("refused"),
  "approval.cancel": decided("cancelled"),
  "approval.expire": decided("expired"),
  "approval.outdated": decided("outdated"),
};

/** What the outside is told of an audit entry; null for what concerns nobody there. */
export function toldOf(verb: string, subject: string, details: Details): Told | null {
  return (Object.hasOwn(TOLD, verb) ? TOLD[verb] : undefined)?.({ subject, details }) ?? null;
}
