import { db, type Tx } from "@/lib/db/client";
import type { Alert, DomainEvent } from "@/lib/db/generated/client";
import { happened, resolved } from "@/lib/domain/alert/alert-state";
import { alertSubject, canResolve, ends } from "@/lib/domain/alert/pairs";
import { type DomainEventType, isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { isWanted } from "@/lib/domain/domain-event/domain-event";
import { newId } from "@/lib/platform/ids";
import { applyState, type RuleRow, stateOf, WITH_CUSTOMER } from "./inner/apply";
import { tryLockAlerts } from "./inner/lock-alerts";

const IN_A_ROUND = 500;

/**
 * Holds rules against what has happened since, and looks at alerts whose time has come. What is to be told is stored with
 * it; the worker sends it. Answers how many domain events and alerts were looked at. One round at a time; a second one
 * does nothing.
 */
export async function watchAlerts(now = new Date()): Promise<number> {
  const due = { dueAt: { lte: now }, endedAt: null };
  const [unseen, waiting] = await Promise.all([
    db().domainEvent.findFirst({ where: { alertedAt: null }, select: { seq: true } }),
    db().alert.findFirst({ where: due, select: { id: true } }),
  ]);
  if (unseen === null && waiting === null) return 0;
  return db().$transaction(
    async (tx) => {
      if (!(await tryLockAlerts(tx))) return 0;
      const looked = await lookAtHappened(tx, now);
      const rows = await tx.alert.findMany({
        where: due,
        include: { rule: { include: WITH_CUSTOMER } },
        orderBy: { dueAt: "asc" },
        take: IN_A_ROUND,
      });
      for (const { rule, ...alert } of rows)
        await applyState(tx, { alert, rule, state: stateOf(alert), summary: null, now });
      return looked + rows.length;
    },
    { timeout: 30_000 },
  );
}

type Happened = DomainEvent & { readonly type: DomainEventType };

async function lookAtHappened(tx: Tx, now: Date): Promise<number> {
  const events = await tx.domainEvent.findMany({
    where: { alertedAt: null },
    orderBy: { seq: "asc" },
    take: IN_A_ROUND,
  });
  if (events.length === 0) return 0;
  const customers = { customerId: { in: [...new Set(events.map((one) => one.customerId))] } };
  const rules = await tx.alertRule.findMany({
    where: { ...customers, isOn: true },
    include: WITH_CUSTOMER,
  });
  const rows =
    rules.length === 0 ? [] : await tx.alert.findMany({ where: { ...customers, endedAt: null } });
  const alerts = new Map(rows.map((row) => [row.id, row]));
  for (const event of events) {
    const { type } = event;
    // One of a later version waits for nobody here.
    if (isDomainEventType(type)) await lookAt(tx, { ...event, type }, { rules, alerts, now });
  }
  await tx.domainEvent.updateMany({
    where: { seq: { in: events.map(({ seq }) => seq) } },
    data: { alertedAt: now },
  });
  return events.length;
}

type Round = {
  readonly rules: readonly RuleRow[];
  /** Those that are not over, by id; kept in step. */
  readonly alerts: Map<string, Alert>;
  readonly now: Date;
};

async function lookAt(tx: Tx, event: Happened, { rules, alerts, now }: Round): Promise<void> {
  for (const rule of rules) {
    if (rule.customerId !== event.customerId) continue;
    const own = [...alerts.values()].filter(
      (alert) => alert.ruleId === rule.id && alert.eventId === event.eventId,
    );
    const over = own.filter((alert) => alert.isOpen && isEndedBy(alert, event));
    const { summary } = event;
    for (const alert of over)
      keep(
        alerts,
        alert,
        await applyState(tx, { ...{ alert, rule, summary, now }, state: resolved(stateOf(alert)) }),
      );
    if (over.length > 0 || !isWatched(rule, event)) continue;
    const subject = alertSubject(event.type, event.data);
    const before = own.find((alert) => alert.type === event.type && alert.subject === subject);
    const state = happened(before === undefined ? null : stateOf(before), {
      canResolve: canResolve(event.type),
      atMs: event.at.getTime(),
    });
    const alert = { ...(before ?? newAlert(rule, event, subject)), summary };
    alert.count += 1;
    keep(alerts, alert, await applyState(tx, { ...{ alert, rule, summary, now }, state }));
  }
}

function keep(alerts: Map<string, Alert>, { id }: Alert, after: Alert | null): void {
  if (after === null) alerts.delete(id);
  else alerts.set(id, after);
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
