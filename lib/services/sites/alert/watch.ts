import { db, type Tx } from "@/lib/db/client";
import type { Alert, DomainEvent, Prisma } from "@/lib/db/generated/client";
import { happened, resolved } from "@/lib/domain/alert/alert-state";
import { alertSubject, canResolve, ends } from "@/lib/domain/alert/pairs";
import { type DomainEventType, isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { isWanted } from "@/lib/domain/domain-event/domain-event";
import { newId } from "@/lib/platform/ids";
import { applyState, type Decided, type RuleRow, stateOf, WITH_CUSTOMER } from "./inner/apply";
import { tryLockAlerts } from "./inner/lock-alerts";
import { storeDecided } from "./inner/store-decided";

const IN_A_ROUND = 1_000;
/** So long a round goes on with what has happened; a customer with many rules then leaves the rest to the next. */
const ROUND_MS = 3_000;

/**
 * Holds rules against what has happened since, and looks at alerts whose time has come. What is to be told is stored with
 * it; the worker sends it. Answers how many domain events and alerts were looked at: at least one, as long as there are
 * some. One round at a time; a second one does nothing.
 */
export async function watchAlerts(now = new Date(), roundMs = ROUND_MS): Promise<number> {
  const endsAtMs = Date.now() + roundMs;
  const due = { dueAt: { lte: now }, endedAt: null };
  const [unseen, waiting] = await Promise.all([
    db().domainEvent.findFirst({ where: { alertedAt: null }, select: { seq: true } }),
    db().alert.findFirst({ where: due, select: { id: true } }),
  ]);
  if (unseen === null && waiting === null) return 0;
  return db().$transaction(
    async (tx) => {
      if (!(await tryLockAlerts(tx))) return 0;
      const looked = await lookAtHappened(tx, now, endsAtMs);
      return looked + (await lookAtDue(tx, due, now));
    },
    { timeout: 30_000 },
  );
}

async function lookAtDue(tx: Tx, where: Prisma.AlertWhereInput, now: Date): Promise<number> {
  const rows = await tx.alert.findMany({
    where,
    include: { rule: { include: WITH_CUSTOMER } },
    orderBy: { dueAt: "asc" },
    take: IN_A_ROUND,
  });
  const decided: Decided = { alerts: new Map(), notices: [] };
  for (const { rule, ...alert } of rows)
    applyState(decided, { alert, rule, state: stateOf(alert), summary: null, now });
  await storeDecided(tx, decided);
  return rows.length;
}

type Happened = DomainEvent & { readonly type: DomainEventType };

async function lookAtHappened(tx: Tx, now: Date, endsAtMs: number): Promise<number> {
  const events = await tx.domainEvent.findMany({
    where: { alertedAt: null },
    orderBy: { seq: "asc" },
    take: IN_A_ROUND,
  });
  if (events.length === 0) return 0;
  const round = await readRound(tx, events, now);
  const seen: bigint[] = [];
  for (const event of events) {
    const { seq, type } = event;
    // One of a later version waits for nobody here.
    if (isDomainEventType(type)) lookAt({ ...event, type }, round);
    seen.push(seq);
    if (Date.now() >= endsAtMs) break;
  }
  await storeDecided(tx, round.decided);
  await tx.domainEvent.updateMany({ where: { seq: { in: seen } }, data: { alertedAt: now } });
  return seen.length;
}

type Round = {
  /** Those that are on, by customer. */
  readonly rules: ReadonlyMap<string, readonly RuleRow[]>;
  /** Those that are not over, by rule and event and then by id; kept in step. */
  readonly alerts: Map<string, Map<string, Alert>>;
  readonly decided: Decided;
  readonly now: Date;
};

async function readRound(tx: Tx, events: readonly DomainEvent[], now: Date): Promise<Round> {
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))];
  const rows = await tx.alertRule.findMany({
    where: { customerId: { in: customerIds }, isOn: true },
    include: WITH_CUSTOMER,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const eventIds = [...new Set(events.flatMap(({ eventId }) => eventId ?? []))];
  const open = await tx.alert.findMany({
    where: {
      ...{ ruleId: { in: rows.map(({ id }) => id) }, endedAt: null },
      OR: [{ eventId: null }, { eventId: { in: eventIds } }],
    },
  });
  const decided: Decided = { alerts: new Map(), notices: [] };
  const rules = new Map<string, RuleRow[]>(customerIds.map((id) => [id, []]));
  for (const row of rows) rules.get(row.customerId)?.push(row);
  const round: Round = { rules, alerts: new Map(), decided, now };
  for (const alert of open) keep(round, alert);
  return round;
}

function lookAt(event: Happened, round: Round): void {
  const { decided, now } = round;
  for (const rule of round.rules.get(event.customerId) ?? []) {
    const own = [...(round.alerts.get(placeOf(rule.id, event.eventId))?.values() ?? [])];
    const over = own.filter((alert) => alert.isOpen && isEndedBy(alert, event));
    const { summary } = event;
    for (const alert of over) {
      const state = resolved(stateOf(alert));
      keep(round, applyState(decided, { alert, rule, state, summary, now }));
    }
    if (!isWatched(rule, event)) continue;
    const subject = alertSubject(event.type, event.data);
    const before = own.find((alert) => alert.type === event.type && alert.subject === subject);
    const state = happened(before === undefined ? null : stateOf(before), {
      canResolve: canResolve(event.type),
      atMs: event.at.getTime(),
    });
    const alert = { ...(before ?? newAlert(rule, event, subject)), summary };
    alert.count += 1;
    keep(round, applyState(decided, { alert, rule, state, summary, now }));
  }
}

function placeOf(ruleId: string, eventId: string | null): string {
  return `${ruleId} ${eventId ?? ""}`;
}

function keep({ alerts }: Round, alert: Alert): void {
  const place = placeOf(alert.ruleId, alert.eventId);
  const own = alerts.get(place) ?? new Map<string, Alert>();
  if (alert.endedAt === null) own.set(alert.id, alert);
  else own.delete(alert.id);
  alerts.set(place, own);
}

function isEndedBy({ type, subject }: Alert, event: Happened): boolean {
  return isDomainEventType(type) && ends({ type, subject }, event);
}

function isWatched(rule: RuleRow, event: Happened): boolean {
  return rule.types.includes(event.type) && event.at >= rule.countsFrom && isWanted(rule, event);
}

function newAlert(rule: RuleRow, event: Happened, subject: string): Alert {
  const { customerId, type, eventId, eventName, summary, at } = event;
  return {
    ...{ id: newId("alert"), customerId, ruleId: rule.id, type, eventId, eventName, subject },
    ...{ summary, canResolve: canResolve(type), isOpen: true, isTold: false, since: at },
    ...{ untold: 0, groupUntil: new Date(0), count: 0, toldChannelIds: [] },
    ...{ firstToldAt: null, resolvedAt: null, dueAt: null, endedAt: null },
  };
}
