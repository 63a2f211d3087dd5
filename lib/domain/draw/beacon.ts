import { fromHex, textBytes } from "./bytes";
import type { DrawSource } from "./draw-source";
import { BEACON_PATIENCE_MS } from "./timing";

/** The public randomness that a draw used. */
export type Beacon =
  | {
      readonly type: "http-beacon";
      readonly url: string;
      readonly round: number;
      /** Lower-case hexadecimal, 32 to 64 bytes. */
      readonly value: string;
      /** Line time. */
      readonly receivedAtMs: number;
    }
  | { readonly type: "typed"; readonly value: string }
  | { readonly type: "none" };

/** Whether the draw can run, and with what. */
export type BeaconState =
  | { readonly status: "waiting"; readonly untilMs: number }
  | { readonly status: "settled"; readonly beacon: Beacon };

/** What goes into the key of the draw. */
export function beaconBytes(beacon: Beacon): Uint8Array {
  switch (beacon.type) {
    case "http-beacon":
      return fromHex(beacon.value);
    case "typed":
      return textBytes(beacon.value);
    case "none":
      return new Uint8Array();
  }
}

/**
 * A draw waits for what it committed to: for a round until 60 s after its time, then it runs with what
 * was typed in or without anything, which is never provable. A value that arrived before the round's
 * time is not taken. A typed source is waited for until somebody types; `untilMs` is then the start.
 */
export function settleBeacon(input: {
  readonly source: DrawSource;
  readonly startAtMs: number;
  readonly received: Beacon | null;
  readonly nowMs: number;
}): BeaconState {
  const { source, startAtMs, received, nowMs } = input;
  const none: BeaconState = { status: "settled", beacon: { type: "none" } };
  switch (source.type) {
    case "none":
      return none;
    case "typed":
      return received?.type === "typed"
        ? { status: "settled", beacon: received }
        : { status: "waiting", untilMs: startAtMs };
    case "http-beacon": {
      const untilMs = source.roundAtMs + BEACON_PATIENCE_MS;
      if (received?.type === "http-beacon" && received.receivedAtMs >= source.roundAtMs) {
        return { status: "settled", beacon: received };
      }
      if (nowMs < untilMs) return { status: "waiting", untilMs };
      return received?.type === "typed" ? { status: "settled", beacon: received } : none;
    }
  }
}

/** The beacon's value in the JSON answer of its address, in lower case; null if it is not there. */
export function readBeaconValue(body: string, field: string): string | null {
  const found = field.split(".").reduce(propertyOf, parseJson(body));
  const isValue = typeof found === "string" && /^([0-9a-f]{2}){32,64}$/i.test(found);
  return isValue ? found.toLowerCase() : null;
}

function propertyOf(holder: unknown, name: string): unknown {
  const isHeld = typeof holder === "object" && holder !== null && Object.hasOwn(holder, name);
  return isHeld ? Reflect.get(holder, name) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
