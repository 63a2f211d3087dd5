import { db } from "@/lib/db/client";
import type { Alert } from "@/lib/db/generated/client";
import type { AlertSeverity } from "@/lib/domain/alert/alert-state";
import { CHOSEN_TYPES, DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import type { PageOf } from "@/lib/services/ground/keyset";
import { listAlertsInput } from "./schemas";

/** `waiting`: nobody was told yet, because it has to last, or hours are quiet. `notified`: it happened and has no end. */
export const ALERT_VIEW_STATES = ["waiting", "open", "resolved", "notified"] as const;

export type AlertView = {
  readonly id: string;
  readonly alertRuleId: string;
  readonly ruleName: string;
  readonly severity: AlertSeverity;
  readonly type: string;
  /** The event's id on the wire; null: it concerns the customer as a whole. */
  readonly eventId: string | null;
  readonly eventName: string | null;
  readonly summary: string;
  readonly state: (typeof ALERT_VIEW_STATES)[number];
  /** How many times it happened. */
  readonly count: number;
  readonly since: string;
  readonly toldAt: string | null;
  readonly resolvedAt: string | null;
};

/** Alerts of the last 30 days whose types the caller may see, the newest first. The cursor is an alert's id. */
export const listAlerts = defineVerb(
  "alert:read",
  listAlertsInput,
  async ({ customer, permissions }, { state, cursor, limit }): Promise<PageOf<AlertView>> => {
    const seen = CHOSEN_TYPES.filter((type) => permissions.has(DOMAIN_EVENTS[type].permission));
    const where = { customerId: customer.id, type: { in: [...seen] } };
    if (cursor !== undefined && (await db().alert.count({ where: { ...where, id: cursor } })) === 0)
      throw invalidField("cursor", "This is not a cursor of this list.");
    const rows = await db().alert.findMany({
      where: { ...where, ...whereState(state) },
      include: { rule: { select: { name: true, severity: true } } },
      orderBy: [{ since: "desc" }, { id: "desc" }],
      ...(cursor === undefined ? {} : { cursor: { id: cursor }, skip: 1 }),
      take: limit + 1,
    });
    const items = rows.slice(0, limit).map(({ rule, ...row }) => ({
      ...{ id: row.id, alertRuleId: row.ruleId, ruleName: rule.name, severity: rule.severity },
      ...{ type: row.type, eventId: row.eventId, eventName: row.eventName, summary: row.summary },
      ...{ state: stateInView(row), count: row.count, since: row.since.toISOString() },
      toldAt: row.firstToldAt?.toISOString() ?? null,
      resolvedAt: row.resolvedAt?.toISOString() ?? null,
    }));
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  },
);

function whereState(state: "open" | "ended" | undefined) {
  if (state === undefined) return {};
  const open = { isOpen: true, endedAt: null, OR: [{ canResolve: true }, { firstToldAt: null }] };
  return state === "open" ? open : { NOT: open };
}

function stateInView({ canResolve, isOpen, isTold, firstToldAt }: Alert): AlertView["state"] {
  if (!canResolve) return firstToldAt === null ? "waiting" : "notified";
  if (!isOpen) return "resolved";
  return isTold ? "open" : "waiting";
}
