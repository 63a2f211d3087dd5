import { type Answer, NO_ANSWER, readAnswer, type Step } from "./answer";
import { parseJson } from "./parse-json";

const PATIENCE_MS = 10_000;

export type Question = {
  readonly step: Step;
  readonly path: string;
  /** The form of a POST; null for a GET. */
  readonly form: Readonly<Record<string, string>> | null;
  /** The sealed place as the page has kept it, or `-` for none; left out where nothing is personal. */
  readonly place?: string;
  /** What the browser says of its key; left out where it says nothing. */
  readonly key?: string | undefined;
};

/** Asks the server. Never throws: no answer within ten seconds is a failure like any other. */
export async function ask({ step, path, form, place, key }: Question): Promise<Answer> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS);
  try {
    const response = await fetch(path, {
      method: form === null ? "GET" : "POST",
      headers: {
        accept: "application/json",
        ...(place === undefined ? {} : { "x-stanchion-place": place }),
        ...(key && { "x-stanchion-key": key }),
      },
      body: form === null ? null : new URLSearchParams(form),
      cache: step === "line" ? "default" : "no-store",
      credentials: step === "line" ? "omit" : "same-origin",
      redirect: "error",
      signal: abort.signal,
    });
    return readAnswer(step, response.status, parseJson(await response.text()));
  } catch {
    return NO_ANSWER;
  } finally {
    clearTimeout(timer);
  }
}
