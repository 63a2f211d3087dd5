import type { AlertRule } from "@/lib/db/generated/client";
import type { AlertNoticeKind } from "@/lib/domain/alert/alert-state";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import { env } from "@/lib/platform/env";

type About = {
  readonly key: string;
  readonly rule: Pick<AlertRule, "name" | "severity">;
  readonly customer: { readonly name: string; readonly timeZone: string };
  readonly type: DomainEventType;
  readonly event: { readonly id: string; readonly name: string } | null;
  readonly kind: AlertNoticeKind;
  readonly count: number;
  readonly sinceMs: number;
  readonly summary: string;
  readonly isTest?: boolean;
};

/** A notice as every channel gets it. */
export function makeNotice(about: About): AlertNotice {
  const { key, rule, customer, type, event, kind, count, sinceMs, summary, isTest = false } = about;
  const { timeZone } = customer;
  const since = instantToLocalTime(sinceMs, timeZone).slice(0, 16).replace("T", " ");
  const console = env.consoleUrlIfSet();
  const path = event === null ? "/alerts" : `/events/${event.id}`;
  return {
    ...{ key, kind, isTest, severity: rule.severity, title: DOMAIN_EVENTS[type].title, summary },
    ...{ ruleName: rule.name, customerName: customer.name, eventName: event?.name ?? null },
    ...{ count, since: `${since} (${timeZone})` },
    url: console === undefined ? null : `${console}${path}`,
  };
}
