import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { parseJson } from "@/waiting-room/client/parse-json";
import { sleep } from "../shared/time";

const LIMIT_MS = 60_000;
const AGAIN_MS = 250;
/** At once, each on a connection of its own, so that every process of the waiting room is asked. */
const ASKED_AT_ONCE = 16;

/**
 * Waits until the waiting room before a protected page takes joins: for some seconds after a restart of Redis it takes
 * none, and browsers show a page that tries again. Resolves at once where nothing is before the page. Throws one sentence
 * where that lasts longer than `limitMs`. What goes wrong afterwards is for the crowd to see.
 */
export async function untilOpen(
  shop: URL,
  say: (line: string) => void,
  limitMs = LIMIT_MS,
): Promise<void> {
  const endsAtMs = performance.now() + limitMs;
  const line = await findLine(shop);
  if (line === null) return;
  for (let asked = 0; ; asked += 1) {
    const answers = await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => ask(line)));
    const reason = answers.find((answer) => answer !== null);
    if (!reason) return;
    if (asked === 0) say(`Waiting until the waiting room takes joins: ${reason}`);
    if (performance.now() > endsAtMs)
      throw new ExpectedFailure(
        `The waiting room took no joins for ${Math.round(limitMs / 1_000)} s (${reason}), so no crowd was sent.`,
      );
    await sleep(AGAIN_MS);
  }
}

/** Where the line of the event is told to which the page sends newcomers; null where it sends them to none. */
async function findLine(shop: URL): Promise<URL | null> {
  const headers = { accept: "text/html", "sec-fetch-mode": "navigate" };
  const { location } = (await new HttpClient().send("GET", shop, { headers })).headers;
  const room = new URL(location ?? "", shop);
  const [customerId, eventId] = [room.searchParams.get("c"), room.searchParams.get("e")];
  if (customerId === null || eventId === null) return null;
  return new URL(`/line/${customerId}/${eventId}/0/line.json`, room);
}

/** Why a process takes no joins; null where it does. */
async function ask(line: URL): Promise<string | null> {
  const { status, body } = await new HttpClient().send("GET", line);
  if (status === 0) return "no answer";
  if (status !== 200) return `line.json ${status}`;
  const told = parseJson(body);
  const isTold = typeof told === "object" && told !== null && "stale" in told;
  return isTold && told.stale === false ? null : "its line is recovering";
}
