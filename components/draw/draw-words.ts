import { formatSecond } from "@/components/shared/format";
import type { DrawSource } from "@/lib/domain/draw/draw-source";
import type { NotProvableReason } from "@/lib/domain/draw/label";
import type { DrawView } from "@/lib/services/event/draw/draw-view";

const REASONS: Record<NotProvableReason, string> = {
  "no-source":
    "No public randomness was used, so anyone with the secret could have chosen the order.",
  "typed-value":
    "The value was entered manually, so the person who entered it could have chosen the order.",
  "beacon-silent":
    "The beacon returned no value within a minute of its round, so the draw ran without one.",
  "other-source": "The value came from a different URL than committed.",
  "other-round": "The value is from a different round than committed.",
  "value-before-round": "The value was available before its round, so it could have been known.",
  "round-too-early":
    "The round was too close to the start, so its value could have been known when entries closed.",
  "frozen-too-early": "Entries closed less than three seconds after the start.",
  "frozen-after-round": "Entries closed after the round was known.",
};

const AHEAD: Partial<Record<DrawSource["type"], string>> = {
  typed: "It will be labelled NOT PROVABLE because the value is entered manually.",
  none: "It will be labelled NOT PROVABLE because no public randomness is used.",
};

export type DrawWords = {
  readonly label: string;
  readonly tone: "default" | "success" | "warning" | "accent";
  readonly explanation: string;
};

/** Where a draw stands, in words. `nowMs` is line time, or null before it is known. */
export function drawWords(draw: DrawView, nowMs: number | null, timeZone: string): DrawWords {
  const { label, source, frozen } = draw;
  if (label?.label === "provable") {
    const explanation =
      "Anyone can verify with the published file and a receipt that nobody chose the order.";
    return { label: "Provable", tone: "success", explanation };
  }
  if (label !== null) {
    return { label: "NOT PROVABLE", tone: "warning", explanation: REASONS[label.reason] };
  }
  const ahead = AHEAD[source.type] ?? "Anyone can verify the result.";
  if (nowMs === null || nowMs < draw.startAtMs) {
    return {
      label: "Committed",
      tone: "default",
      explanation: `The pre-queue is drawn at the start. ${ahead}`,
    };
  }
  if (frozen === null) {
    return {
      label: "Closing",
      tone: "accent",
      explanation: "Entries close three seconds after the start.",
    };
  }
  return { label: "Waiting", tone: "accent", explanation: waitingFor(draw, timeZone) };
}

function waitingFor({ source, typedValue }: DrawView, timeZone: string): string {
  switch (source.type) {
    case "http-beacon":
      return `The round is due at ${formatSecond(source.roundAtMs, timeZone)}. If it isn't available within a minute, the draw runs without it. Nobody is admitted before the draw.`;
    case "typed":
      return typedValue === null
        ? "Enter the value under Control. Nobody is admitted before the draw."
        : "Applying the order.";
    case "none":
      return "Applying the order.";
  }
}

/** What the draw promises of excluded members and of lanes; empty where it promises neither. */
export function ruleWords({ exclusion, lanes }: Pick<DrawView, "exclusion" | "lanes">): string {
  const sentences: string[] = [];
  if (exclusion !== null) {
    const fate = exclusion.action === "last" ? "drawn last" : "dropped";
    sentences.push(`Places with a score of ${exclusion.fromScore} or more are ${fate}.`);
  }
  if (lanes !== null) {
    const chances = lanes.map(({ key, weight }) => `${key} ${weight}`).join(", ");
    sentences.push(`Chances by lane: ${chances}.`);
  }
  return sentences.join(" ");
}

/** Where the randomness comes from, in a few words. */
export function sourceWords(source: DrawSource): string {
  switch (source.type) {
    case "http-beacon":
      return `${beaconName(source.urls)}, round ${source.round}`;
    case "typed":
      return `Entered manually: ${source.name}`;
    case "none":
      return "None";
  }
}

/** The chain that drand publishes under this id is called quicknet. */
const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

function beaconName([url = ""]: readonly string[]): string {
  return url.includes(`/${QUICKNET}/`) ? "drand quicknet" : new URL(url).host;
}

/** The command that checks the draw offline. The key may begin with "-", hence the "=". */
export function verifyCommand({ publicKey, beacon }: DrawView): string {
  const value = beacon?.type === "http-beacon" ? ` --beacon ${beacon.value}` : "";
  return `npm run verify-draw -- --draw draw.json --key=${publicKey} --receipts receipts.txt${value}`;
}
