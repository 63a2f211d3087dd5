import { createLogger } from "@/lib/platform/observability/logger";

/** What a watch over sign-in may look for. The names are stable; docs/settings.md lists them. */
export type SecurityEventName =
  | "sign-in.succeeded"
  | "sign-in.failed"
  | "sign-in.throttled"
  | "sign-in.proved"
  | "sign-in.proof-refused"
  | "sign-up.requested"
  | "sign-up.succeeded"
  | "password.reset-requested"
  | "password.reset"
  | "password.changed"
  | "password.change-refused"
  | "factor.code-sent"
  | "factor.added"
  | "factor.removed"
  | "email.change-requested"
  | "email.changed"
  | "single-sign-on.refused"
  | "single-sign-on.linked"
  | "session.ended"
  | "permission.refused";

export type SecurityEvent = {
  readonly event: SecurityEventName;
  /** Left out where nobody knows who it is, or where there is no such user. */
  readonly userId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The network address that it came from. */
  readonly from?: string | undefined;
  /** Which limit, how many sessions, or which permission. */
  readonly detail?: string | undefined;
};

const EXPECTED: ReadonlySet<SecurityEventName> = new Set([
  "sign-in.succeeded",
  "sign-in.proved",
  "factor.code-sent",
  "sign-up.requested",
  "sign-up.succeeded",
  "password.reset-requested",
  "session.ended",
]);

let log: ReturnType<typeof createLogger> | undefined;

/** Writes one line of the log: as a warning where somebody may have to look. */
export function reportSecurityEvent(event: SecurityEvent): void {
  log ??= createLogger("security", process.stdout);
  if (EXPECTED.has(event.event)) log.info(event, event.event);
  else log.warn(event, event.event);
}
