import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AGE_HEADER } from "./live-response-age";

/** What is as short as this goes as it is. */
const PLAIN_BYTES = 1_024;

type Shared = { readonly text: string };

/** Each answer is compressed once, however many get it. */
const packed = new WeakMap<Shared, Promise<Buffer<ArrayBuffer>>>();

/**
 * JSON that many share, with how old it is. No cache keeps it: who may read it is asked each time.
 * `accepts` is the request's `accept-encoding`.
 */
export async function liveResponse(
  answer: Shared,
  { ageMs, accepts }: { readonly ageMs: number; readonly accepts: string | null },
): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    vary: "accept-encoding",
    [AGE_HEADER]: String(Math.round(ageMs)),
  };
  if (answer.text.length <= PLAIN_BYTES || !/\bgzip\b/.test(accepts ?? "")) {
    return new Response(answer.text, { headers });
  }
  const body = packed.get(answer) ?? promisify(gzip)(answer.text, { level: 5 });
  packed.set(answer, body);
  // Next's own compression would pack it once more.
  const asItIs = { "cache-control": "no-store, no-transform", "content-encoding": "gzip" };
  return new Response(await body, { headers: { ...headers, ...asItIs } });
}
