import { readBeaconValue } from "@/lib/domain/draw/beacon";
import type { DrawSource } from "@/lib/domain/draw/draw-source";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";

const ANSWER_MS = 1_500;
const PATIENCE_MS = 500;
const LONGEST_ANSWER_BYTES = 65_536;

type HttpBeacon = Extract<DrawSource, { type: "http-beacon" }>;

/** A beacon's value, and the address that answered it. */
export type BeaconAnswer = { readonly url: string; readonly value: string };

/**
 * Asks all mirrors of a beacon at once; of those that answer in time the first in their order counts.
 * Null when none has the value yet.
 */
export async function fetchBeacon(
  customerId: string,
  { urls, field }: HttpBeacon,
): Promise<BeaconAnswer | null> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      // A mirror that fails is a mirror that has no value.
      const body = await ask(customerId, url).catch(() => null);
      const value = body === null ? null : readBeaconValue(body, field);
      return value === null ? null : { url, value };
    }),
  );
  return answers.find((answer) => answer !== null) ?? null;
}

async function ask(customerId: string, url: string): Promise<string | null> {
  const { status, body } = await askOutside({
    customerId,
    url,
    method: "GET",
    headers: { accept: "application/json", "user-agent": "Stanchion-Draw" },
    timeoutMs: ANSWER_MS,
    patienceMs: PATIENCE_MS,
    answerBytesMax: LONGEST_ANSWER_BYTES,
  });
  return status >= 200 && status < 300 ? body : null;
}
