import type { Tx } from "@/lib/db/client";
import type { Alert, Prisma } from "@/lib/db/generated/client";
import {
  type AlertNoticeKind,
  type AlertState,
  type AlertTiming,
  decideAlert,
} from "@/lib/domain/alert/alert-state";
import { isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { addNotices } from "./add-notices";
import { makeNotice } from "./make-notice";

export const WITH_CUSTOMER = {
  customer: { select: { name: true, timeZone: true } },
} as const satisfies Prisma.AlertRuleInclude;

export type RuleRow = Prisma.AlertRuleGetPayload<{ include: typeof WITH_CUSTOMER }>;

/** The state of a stored alert. */
export function stateOf(row: Alert): AlertState {
  const { canResolve, isOpen, isTold, untold } = row;
  const [sinceMs, groupUntilMs] = [row.since.getTime(), row.groupUntil.getTime()];
  return { canResolve, isOpen, isTold, untold, sinceMs, groupUntilMs };
}

type Change = {
  readonly alert: Alert;
  readonly rule: RuleRow;
  readonly state: AlertState;
  /** The sentence of what has just happened; null where it is only time. */
  readonly summary: string | null;
  readonly now: Date;
};

/** Decides what is told of an alert now, stores the notices and the alert, and answers it; null once nothing is left of it. */
export async function applyState(tx: Tx, change: Change): Promise<Alert | null> {
  const { alert, rule, state, now } = change;
  const step = decideAlert(state, timingOf(rule), now.getTime());
  const channelIds = step.tell?.kind === "resolved" ? alert.toldChannelIds : rule.channelIds;
  if (step.tell !== null) await tell(tx, change, { ...step.tell, channelIds });
  const told =
    step.tell === null
      ? {}
      : { toldChannelIds: [...channelIds], firstToldAt: alert.firstToldAt ?? now };
  const { isOpen, isTold, untold, sinceMs, groupUntilMs } = step.state ?? {
    ...state,
    isTold: false,
  };
  return store(tx, {
    ...{ ...alert, ...told, isOpen, isTold, untold },
    ...{ since: new Date(sinceMs), groupUntil: new Date(groupUntilMs) },
    resolvedAt: isOpen ? null : (alert.resolvedAt ?? now),
    dueAt: step.dueAtMs === null ? null : new Date(step.dueAtMs),
    endedAt: step.state === null ? now : null,
  });
}

function timingOf({ quietFrom: from, quietUntil: until, customer, ...rule }: RuleRow): AlertTiming {
  const isLoud = from === null || until === null;
  return { ...rule, quiet: isLoud ? null : { from, until, timeZone: customer.timeZone } };
}

type Tell = {
  readonly kind: AlertNoticeKind;
  readonly count: number;
  readonly channelIds: string[];
};

async function tell(
  tx: Tx,
  { alert, rule, state, summary }: Change,
  { channelIds, ...what }: Tell,
): Promise<void> {
  const { id: key, customerId, type, eventId, eventName } = alert;
  if (!isDomainEventType(type)) return;
  const notice = makeNotice({
    ...{ key, rule, customer: rule.customer, type, ...what },
    event: eventId === null ? null : { id: eventId, name: eventName ?? "" },
    ...{ sinceMs: state.sinceMs, summary: summary ?? alert.summary },
  });
  await addNotices(tx, { customerId, channelIds }, notice);
}

/** Of what was never told, nothing stays. */
async function store(tx: Tx, alert: Alert): Promise<Alert | null> {
  const { id } = alert;
  if (alert.endedAt !== null && alert.firstToldAt === null) {
    await tx.alert.deleteMany({ where: { id } });
    return null;
  }
  await tx.alert.upsert({ where: { id }, create: alert, update: alert });
  return alert.endedAt === null ? alert : null;
}
