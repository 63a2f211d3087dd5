import { askOutside, type OutgoingAnswer } from "@/lib/platform/outgoing/ask-outside";

/** For whom something is read, and until when: a website gets no more time for many files than for one. */
export type Reading = { readonly customerId: string; readonly deadlineMs: number };

/** A file of a website, and where it was found in the end. */
export type WebsiteFile = { readonly body: string; readonly url: string };

type Wanted = { readonly bytesMax: number; readonly isPicture?: boolean };

const TIMEOUT_MS = 5_000;
const MOST_REDIRECTS = 3;

/**
 * A file of a website, by https and the one guarded way to addresses that somebody has typed; each redirect is checked
 * like the first address. Rejects, in words for the customer, where it is not there, too large or too slow.
 */
export async function fetchFile(
  reading: Reading,
  url: string,
  wanted: Wanted,
): Promise<WebsiteFile> {
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const { status, body, headers } = await ask(reading, at, wanted);
    const next = redirectOf(status, headers.location, at);
    if (next === null) return { body: bodyOf(status, body), url: at };
    at = next;
  }
  throw new Error("It redirects too often.");
}

function ask(
  { customerId, deadlineMs }: Reading,
  url: string,
  { bytesMax, isPicture = false }: Wanted,
): Promise<OutgoingAnswer> {
  const leftMs = deadlineMs - Date.now();
  if (leftMs <= 0) throw new Error("It takes too long to respond.");
  const timeoutMs = Math.min(TIMEOUT_MS, leftMs);
  return askOutside({
    ...{ customerId, url, method: "GET", timeoutMs, patienceMs: timeoutMs },
    headers: { "user-agent": "Stanchion-Themes", accept: "*/*" },
    answerBytesMax: bytesMax,
    isHttpsOnly: true,
    ...(isPicture ? { answerEncoding: "base64" } : {}),
  });
}

function redirectOf(status: number, location: string | undefined, from: string): string | null {
  if (status < 300 || status > 399 || location === undefined) return null;
  return URL.canParse(location, from) ? new URL(location, from).href : null;
}

function bodyOf(status: number, body: string | null): string {
  if (status !== 200) throw new Error(`It returned status ${status}.`);
  if (body === null) throw new Error("It is too large.");
  return body;
}
