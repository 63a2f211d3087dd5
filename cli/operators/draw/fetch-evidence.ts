import { readBeaconValue } from "@/lib/domain/draw/beacon";
import { ownBeaconUrl } from "@/lib/domain/draw/verifier/known-beacons";
import { readDraw } from "@/lib/domain/draw/verifier/read-draw";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const TIMEOUT_MS = 30_000;
type Fetch = typeof fetch;
type Bytes = Uint8Array<ArrayBuffer>;

/** What a beacon said when it was asked for the round that a draw used. */
export type BeaconRead = { readonly url: string; readonly value: string };

/** A published page, byte for byte. Throws an `ExpectedFailure` where there is none. */
export async function fetchBytes(url: string, get: Fetch = fetch): Promise<Bytes> {
  const response = await get(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response === null) throw new ExpectedFailure(`${url} could not be reached.`);
  if (!response.ok) throw new ExpectedFailure(`${url} answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Asks the beacon itself, at an address that is known here and that the operator did not choose. Null where the draw used
 * none that is known, or nobody answers: that is not compared then.
 */
export async function readBeacon(file: Bytes, get: Fetch = fetch): Promise<BeaconRead | null> {
  const beacon = beaconOf(file);
  if (beacon?.type !== "http-beacon") return null;
  const url = ownBeaconUrl(beacon.url, beacon.round);
  if (url === null) return null;
  const answer = await fetchBytes(url, get).catch(() => null);
  if (answer === null) return null;
  const value = readBeaconValue(new TextDecoder().decode(answer), "randomness");
  return value === null ? null : { url, value };
}

/** Null for a file that cannot be read, which the verification tells. */
function beaconOf(file: Bytes) {
  try {
    return readDraw(file).draw.beacon;
  } catch {
    return null;
  }
}
