import { z } from "zod";
import {
  type FieldErrors,
  ServiceError,
  type ServiceErrorCode,
} from "@/lib/services/ground/errors";

/** The code for unforeseen errors. */
const INTERNAL = "internal";

export type ProblemCode = ServiceErrorCode | typeof INTERNAL;

/** The only place where an error becomes a status code. */
export const STATUS_OF_CODE = {
  unauthenticated: 401,
  reauthenticate: 403,
  approval_required: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  customer_suspended: 403,
  event_limit: 403,
  precondition_failed: 412,
  outflow_limit: 422,
  invalid: 422,
  limit_exceeded: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ProblemCode, number>;

/** An error as callers may see it: of an unforeseen one only that it happened. */
export type PublicError = {
  readonly code: ProblemCode;
  readonly message: string;
  readonly fields: FieldErrors;
};

export function toPublicError(error: unknown): PublicError {
  if (error instanceof ServiceError) {
    return { code: error.code, message: error.message, fields: error.fields };
  }
  if (error instanceof z.ZodError) {
    return {
      code: "invalid",
      message: "Some fields are not valid. Nothing was changed.",
      fields: fieldErrors(error),
    };
  }
  return { code: INTERNAL, message: "Something went wrong on our side. Try again.", fields: {} };
}

/** True for a failure that the operator has to look into. */
export function isUnexpected(error: unknown): boolean {
  const { code } = toPublicError(error);
  return code === INTERNAL || code === "unavailable";
}

/** RFC 9457 problem details. */
export function toProblem(error: unknown, requestId: string): Response {
  const { code, message, fields } = toPublicError(error);
  const status = STATUS_OF_CODE[code];
  const body = { type: `/errors/${code}`, title: code, status, code, detail: message, requestId };
  return Response.json(Object.keys(fields).length > 0 ? { ...body, fields } : body, {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "request-id": requestId,
    },
  });
}

/** The first reason for each field; reasons that concern the whole input are under "". */
function fieldErrors(error: z.ZodError): FieldErrors {
  const fields = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.join(".");
    if (!fields.has(field)) fields.set(field, issue.message);
  }
  return Object.fromEntries(fields);
}
