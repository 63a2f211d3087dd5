import type { ApiAnswer } from "@/lib/api/handle";
import { STATUS_OF_CODE, toPublicError } from "@/lib/http/problem";

/** Something that went wrong, or that a program should know. `pointer` names the field. */
export type Note = {
  readonly code: number;
  readonly message: string;
  readonly source?: { readonly pointer: string };
};

/** One page of a list. */
export type Paged<Item = unknown> = {
  readonly items: readonly Item[];
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
};

export type Success = { readonly result: unknown; readonly messages: readonly Note[] };

/** Codes that are Cloudflare's; every other refusal has 1000. */
const CODES: Readonly<Record<string, number>> = {
  unauthenticated: 10_000,
  forbidden: 9_109,
  not_found: 7_003,
  limit_exceeded: 971,
};
const REFUSED = 1_000;

/** A clash is no reason to send the same again, which their clients do at 409. */
const STATUS: Readonly<Record<string, number>> = {
  ...{ conflict: 400, precondition_failed: 400, invalid: 400, outflow_limit: 400 },
  unauthenticated: 401,
};

/** An answer as programs of Cloudflare's API expect it. */
export function succeeded({ result, messages }: Success): Pick<ApiAnswer, "status" | "body"> {
  const body = { success: true, errors: [], messages, result };
  if (!isPaged(result)) return { status: 200, body: JSON.stringify(body) };
  const { items, page, perPage, total } = result;
  const info = {
    ...{ page, per_page: perPage, count: items.length, total_count: total },
    total_pages: Math.ceil(total / perPage),
  };
  return { status: 200, body: JSON.stringify({ ...body, result: items, result_info: info }) };
}

function isPaged(result: unknown): result is Paged {
  return typeof result === "object" && result !== null && "perPage" in result;
}

/** A refusal with its reasons, each with the field that it is about. */
export function failed(error: unknown): Pick<ApiAnswer, "status" | "body"> {
  const { code, message, fields } = toPublicError(error);
  const number = CODES[code] ?? REFUSED;
  const reasons = Object.entries(fields).map(([field, reason]) => noteOf(number, field, reason));
  const errors: readonly Note[] = reasons.length > 0 ? reasons : [{ code: number, message }];
  const body = { success: false, errors, messages: [], result: null };
  return { status: STATUS[code] ?? STATUS_OF_CODE[code], body: JSON.stringify(body) };
}

function noteOf(code: number, field: string, reason: string): Note {
  if (field === "") return { code, message: reason };
  return {
    ...{ code, message: `${field}: ${reason}` },
    source: { pointer: `/${field.replaceAll(".", "/")}` },
  };
}
