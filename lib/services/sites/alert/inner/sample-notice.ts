import type { AlertNoticeKind, AlertSeverity } from "@/lib/domain/alert/alert-state";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { canResolve, resolvedBy } from "@/lib/domain/alert/pairs";
import { DOMAIN_EVENTS, type DomainEventType } from "@/lib/domain/domain-event/catalogue";
import type { ServiceContext } from "@/lib/services/ground/context";
import { makeNotice } from "./make-notice";

type Sample = {
  readonly key: string;
  readonly rule: { readonly name: string; readonly severity: AlertSeverity };
  readonly type: DomainEventType;
  readonly kind: AlertNoticeKind;
  readonly isTest?: boolean;
};

const EVENT = { id: "springsale", name: "Spring Sale" };

/** A notice of a rule as it would be, about an event that there is not. */
export function sampleNotice({ customer }: ServiceContext, sample: Sample): AlertNotice {
  const { type, kind } = sample;
  const said = kind === "resolved" ? (resolvedBy(type)[0] ?? type) : type;
  const { title } = DOMAIN_EVENTS[said];
  const isOfEvent = DOMAIN_EVENTS[type].scope === "event";
  return makeNotice({
    ...sample,
    ...{ customer, count: 1, sinceMs: Date.now() },
    event: isOfEvent ? EVENT : null,
    summary: isOfEvent ? `${title} at ${EVENT.name}` : title,
  });
}

/** The kinds of notices that a type leads to, in order. */
export function noticesOf(type: DomainEventType): readonly AlertNoticeKind[] {
  return canResolve(type) ? ["opened", "resolved"] : ["opened"];
}
