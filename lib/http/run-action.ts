import type { ActionResult } from "./define-action";
import { toPublicError } from "./problem";
import { reportError } from "./report-error";

/** Runs a server action that needs no customer: every error becomes an answer. */
export async function runAction<Data>(act: () => Promise<Data>): Promise<ActionResult<Data>> {
  try {
    return { ok: true, data: await act() };
  } catch (error) {
    reportError(error);
    return { ok: false, error: toPublicError(error) };
  }
}
