import type { Alert, Prisma } from "@/lib/db/generated/client";
import {
  type AlertNoticeKind,
  type AlertState,
  type AlertTiming,
  decideAlert,
} from "@/lib/domain/alert/alert-state";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import { makeNotice } from "./make-notice";

export const WITH_CUSTOMER = {
  customer: { select: { name: true, timeZone: true } },
} as const satisfies Prisma.AlertRuleInclude;

export type RuleRow = Prisma.AlertRuleGetPayload<{ include: typeof WITH_CUSTOMER }>;

/** A notice that was decided on, for some channels of a rule. */
export type DecidedNotice = {
  readonly customerId: string;
  readonly ruleId: string;
  readonly type: string;
  readonly channelIds: readonly string[];
  readonly notice: AlertNotice;
};

/** What a transaction has decided and `storeDecided` stores: alerts as they are now, by id, and their notices in order. */
export type Decided = {
  readonly alerts: Map<string, Alert>;
  readonly notices: DecidedNotice[];
};

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

/** Decides what is told of an alert now, adds it to what is decided, and answers the alert as it is then. */
export function applyState(decided: Decided, change: Change): Alert {
  const { alert, rule, state, now } = change;
  const step = decideAlert(state, timingOf(rule), now.getTime());
  const channelIds = step.tell?.kind === "resolved" ? alert.toldChannelIds : rule.channelIds;
  if (step.tell !== null) tell(decided, change, { ...step.tell, channelIds });
  const { isOpen, isTold, untold, sinceMs, groupUntilMs } = step.state ?? {
    ...state,
    isTold: false,
  };
  const after = {
    ...{ ...alert, isOpen, isTold, untold },
    ...(step.tell === null ? {} : toldOf(alert, step.tell.kind, channelIds, now)),
    ...{ since: new Date(sinceMs), groupUntil: new Date(groupUntilMs) },
    resolvedAt: isOpen ? null : (alert.resolvedAt ?? now),
    dueAt: step.dueAtMs === null ? null : new Date(step.dueAtMs),
    endedAt: step.state === null ? now : null,
  };
  decided.alerts.set(after.id, after);
  return after;
}

/** Who was told that it is open: of one that goes on, also channels that the rule no longer has. */
function toldOf(alert: Alert, kind: AlertNoticeKind, channelIds: readonly string[], now: Date) {
  const before = kind === "repeated" ? alert.toldChannelIds : [];
  return {
    toldChannelIds: [...new Set([...before, ...channelIds])],
    firstToldAt: alert.firstToldAt ?? now,
  };
}

function timingOf({ quietFrom: from, quietUntil: until, customer, ...rule }: RuleRow): AlertTiming {
  const isLoud = from === null || until === null;
  return { ...rule, quiet: isLoud ? null : { from, until, timeZone: customer.timeZone } };
}

type Tell = {
  readonly kind: AlertNoticeKind;
  readonly count: number;
  readonly channelIds: readonly string[];
};

function tell(
  { notices }: Decided,
  { alert, rule, state, summary }: Change,
  { channelIds, ...what }: Tell,
): void {
  const { id: key, customerId, type, eventId, eventName } = alert;
  if (!isDomainEventType(type)) return;
  const notice = makeNotice({
    ...{ key, rule, customer: rule.customer, type, ...what },
    event: eventId === null ? null : { id: eventId, name: eventName ?? "" },
    ...{ sinceMs: state.sinceMs, summary: summary ?? alert.summary },
  });
  notices.push({ customerId, ruleId: rule.id, type, channelIds, notice });
}
