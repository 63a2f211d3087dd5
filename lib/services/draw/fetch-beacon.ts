import { readBeaconValue } from "@/lib/domain/draw/beacon";
import type { DrawSource } from "@/lib/domain/draw/commitment";

const PATIENCE_MS = 1_500;
const LONGEST_ANSWER_BYTES = 65_536;

type HttpBeacon = Extract<DrawSource, { type: "http-beacon" }>;

/** A beacon's value, and the address that answered it. */
export type BeaconAnswer = { readonly url: string; readonly value: string };

/**
 * Asks all mirrors of a beacon at once; of those that answer in time the first in their order counts.
 * Null when none has the value yet. Follows no redirect, and reads no further than a beacon's answer
 * may be long.
 */
export async function fetchBeacon({ urls, field }: HttpBeacon): Promise<BeaconAnswer | null> {
  const answers = await Promise.all(
    urls.map(async (url) => {
      // A mirror that fails is a mirror that has no value.
      const body = await ask(url).catch(() => null);
      const value = body === null ? null : readBeaconValue(body, field);
      return value === null ? null : { url, value };
    }),
  );
  return answers.find((answer) => answer !== null) ?? null;
}

async function ask(url: string): Promise<string | null> {
  const response = await fetch(url, {
    redirect: "error",
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!response.ok || response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > LONGEST_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
