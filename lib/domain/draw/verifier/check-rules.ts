import { type Finding, notProvable, open, tampered } from "./finding";
import { scheduledRoundMs } from "./known-beacons";
import type { BeaconFields, DrawFile, SourceFields } from "./read-draw";

type HttpSource = Extract<SourceFields, { type: "http-beacon" }>;

const REASONS = {
  "no-source": "No outside randomness was committed to: the operator could choose the order.",
  "typed-value": "The randomness was typed in: whoever typed could choose the order.",
  "beacon-silent": "The draw ran without its beacon: the operator could choose the order.",
  "other-source": "The randomness comes from an address that was not committed to.",
  "other-round": "The randomness comes from another round than the one that was committed to.",
  "round-too-early": "The committed round comes less than 6 s after the start.",
  "frozen-too-early": "The members were fixed earlier than 3 s after the start.",
  "frozen-after-round": "The members were fixed when the beacon's value was known already.",
  "value-before-round": "The beacon's value was received before its round's time.",
} as const;

/** Whether the rules of a provable draw were kept, and whether the file's label says so. */
export function checkRules(draw: DrawFile): Finding[] {
  const reason = reasonOf(draw);
  const findings: Finding[] = [];
  if (reason) findings.push(notProvable(reason, REASONS[reason]));
  const label = reason ? "not-provable" : "provable";
  if (draw.label !== label || draw.reason !== reason) {
    findings.push(
      tampered("label-false", `The file calls itself "${draw.label}": that is not so.`),
    );
  }
  const { source } = draw.commitment;
  return source.type === "http-beacon" ? [...findings, ...checkAddresses(source)] : findings;
}

/** Compares the value that somebody else read from the beacon with the one that was used. */
export function checkBeaconValue(beacon: BeaconFields, seen: string | null): Finding[] {
  if (beacon.type !== "http-beacon") return [];
  if (seen === null) {
    const text = `Not compared: whether ${beacon.url} says ${beacon.value}.`;
    return [open("beacon-not-compared", text)];
  }
  if (seen.trim().toLowerCase() === beacon.value) return [];
  return [tampered("beacon-differs", "The beacon said something else than the file says it did.")];
}

function reasonOf({ commitment, freeze, beacon }: DrawFile): keyof typeof REASONS | null {
  const { source, startAtMs } = commitment;
  if (source.type === "none") return "no-source";
  if (source.type === "typed" || beacon.type === "typed") return "typed-value";
  if (beacon.type === "none") return "beacon-silent";
  const isKept: [keyof typeof REASONS, boolean][] = [
    ["other-source", source.urls.some((url) => url === beacon.url)],
    ["other-round", beacon.round === source.round],
    ["round-too-early", source.roundAtMs - startAtMs > 6_000],
    ["frozen-too-early", freeze.frozenAtMs - startAtMs >= 3_000],
    ["frozen-after-round", freeze.frozenAtMs < source.roundAtMs],
    ["value-before-round", beacon.receivedAtMs >= source.roundAtMs],
  ];
  return isKept.find(([, kept]) => !kept)?.[0] ?? null;
}

/** Several beacons in one commitment would be a choice, and a round with a false time a known value. */
function checkAddresses(source: HttpSource): Finding[] {
  const findings: Finding[] = [];
  const paths = new Set(source.urls.map(pathOf));
  const [path] = paths;
  if (paths.size !== 1 || !path?.split(/[/?]/).includes(String(source.round))) {
    const text = "The committed addresses do not all name the same round of one beacon.";
    findings.push(notProvable("addresses-differ", text));
  }
  const scheduled = source.urls.map((url) => scheduledRoundMs(url, source.round));
  if (scheduled.some((atMs) => atMs !== null && atMs !== source.roundAtMs)) {
    const text = "The commitment gives another time for the round than the beacon's schedule.";
    findings.push(tampered("round-time-false", text));
  }
  if (scheduled.some((atMs) => atMs === null)) {
    const at = new Date(source.roundAtMs).toISOString();
    const text = `Not compared: whether round ${source.round} of this beacon came at ${at}.`;
    findings.push(open("schedule-unknown", text));
  }
  return findings;
}

function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return "";
  }
}
