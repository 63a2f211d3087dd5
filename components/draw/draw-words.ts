import { formatSecond } from "@/components/shared/format";
import type { DrawSource } from "@/lib/domain/draw/commitment";
import type { NotProvableReason } from "@/lib/domain/draw/label";
import type { DrawView } from "@/lib/services/draw/draw-view";

const REASONS: Record<NotProvableReason, string> = {
  "no-source": "No outside randomness was mixed in: whoever knows the secret could have chosen.",
  "typed-value": "The value was typed in by hand: whoever typed it could have chosen the order.",
  "beacon-silent": "The beacon gave no value within a minute of its round, so it ran without one.",
  "other-source": "The value came from another address than the one that was promised.",
  "other-round": "The value is of another round than the one that was promised.",
  "value-before-round": "The value was there before its round: it could have been known.",
  "round-too-early": "The round came too soon after the start to be unknown at the freeze.",
  "frozen-too-early": "The members were frozen sooner than three seconds after the start.",
  "frozen-after-round": "The members were frozen when the round was already known.",
};

const AHEAD: Partial<Record<DrawSource["type"], string>> = {
  typed: "It will be labelled NOT PROVABLE, because somebody types the value in.",
  none: "It will be labelled NOT PROVABLE, because no outside randomness is mixed in.",
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
      "Anybody can check with the published file and a receipt that nobody chose the order.";
    return { label: "Provable", tone: "success", explanation };
  }
  if (label !== null) {
    return { label: "NOT PROVABLE", tone: "warning", explanation: REASONS[label.reason] };
  }
  const ahead = AHEAD[source.type] ?? "It can be proven to anybody afterwards.";
  if (nowMs === null || nowMs < draw.startAtMs) {
    return {
      label: "Promised",
      tone: "default",
      explanation: `Early visitors are drawn at the start. ${ahead}`,
    };
  }
  if (frozen === null) {
    return {
      label: "Closing",
      tone: "accent",
      explanation: "The members are frozen three seconds after the start.",
    };
  }
  return { label: "Waiting", tone: "accent", explanation: waitingFor(draw, timeZone) };
}

function waitingFor({ source, typedValue }: DrawView, timeZone: string): string {
  switch (source.type) {
    case "http-beacon":
      return `The round comes at ${formatSecond(source.roundAtMs, timeZone)} and is waited for until a minute later. Nobody enters before the draw.`;
    case "typed":
      return typedValue === null
        ? "Type the value in under Control. Nobody enters before the draw."
        : "The order is being put into force.";
    case "none":
      return "The order is being put into force.";
  }
}

/** What the draw promises of excluded members and of lanes; empty where it promises neither. */
export function ruleWords({ exclusion, lanes }: Pick<DrawView, "exclusion" | "lanes">): string {
  const sentences: string[] = [];
  if (exclusion !== null) {
    const fate = exclusion.action === "last" ? "drawn behind all others" : "dropped";
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
      return `Typed in: ${source.name}`;
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
