import type { Asked } from "@/lib/domain/approval/approval";
import { type LineProblem, sayFaults } from "@/lib/domain/line-faults";

/** Every way in which a verb refuses. `docs/errors/<code>.md` explains each. */
export const SERVICE_ERROR_CODES = [
  "unauthenticated",
  "reauthenticate",
  "approval_required",
  "forbidden",
  "not_found",
  "conflict",
  "invalid",
  "precondition_failed",
  "limit_exceeded",
  "customer_suspended",
  "event_limit",
  "outflow_limit",
  "unavailable",
] as const;

export type ServiceErrorCode = (typeof SERVICE_ERROR_CODES)[number];

/** Reasons by field name (`targetUrl`, `triggers.0.value`), for a form to show beside the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** An expected failure. Its message is safe to show to the caller; anything else thrown is not. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ServiceErrorCode;
  readonly fields: FieldErrors;

  constructor(
    code: ServiceErrorCode,
    message: string,
    options: { cause?: unknown; fields?: FieldErrors } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
  }
}

/** Nothing has happened yet: a second person was asked, and `asked` is the request. */
export class ApprovalRequired extends ServiceError {
  readonly asked: Asked;

  constructor(asked: Asked) {
    super(
      "approval_required",
      "This requires approval from a second person. Approvers have been notified; track the request under Approvals.",
    );
    this.asked = asked;
  }
}

/** Refuses one field of the input with its reason. */
export function invalidField(field: string, reason: string): ServiceError {
  return new ServiceError("invalid", reason, { fields: { [field]: reason } });
}

/** Refuses a text with every line that is wrong, at its field. Does nothing where none is. */
export function refuseLines(
  field: string,
  faults: readonly LineProblem[],
  count = faults.length,
): void {
  if (count === 0) return;
  const said = count === 1 ? "One line" : `${count.toLocaleString("en")} lines`;
  const fields = { [field]: sayFaults(faults, count) };
  throw new ServiceError("invalid", `${said} can't be used. Nothing was saved.`, { fields });
}

/** What was asked for cannot be done as things are. */
export function preconditionFailed(message: string): ServiceError {
  return new ServiceError("precondition_failed", message);
}

/** Somebody else was first, or has the name. */
export function conflict(message: string): ServiceError {
  return new ServiceError("conflict", message);
}

/** There are as many as there may be. */
export function limitExceeded(message: string): ServiceError {
  return new ServiceError("limit_exceeded", message);
}

/** Who asks may not. */
export function forbidden(message: string): ServiceError {
  return new ServiceError("forbidden", message);
}

/** The same answer for another customer's thing and for one that never existed. */
export function notFound(what: string): ServiceError {
  return new ServiceError("not_found", `This ${what} does not exist.`);
}
