import { solvingTimeOf } from "@/lib/domain/challenge/challenge-counts";
import type { Exchange } from "@/waiting-room/http/http";
import { askerOf, type Joiner, NO_FORM } from "@/waiting-room/visit/gate/asker";
import { readCaptchaProof } from "@/waiting-room/visit/gate/captcha/captcha-proof";
import type { StopVerdict } from "@/waiting-room/visit/gate/verdict";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { aboutOf, macOf } from "./proofs";
import { openWord, WORD_TEXT } from "./sealed-word";

/** Counts that somebody was asked: once for each who asks for a number, and as failed where their proof was none. */
export function countAsked({ line, form }: Joiner): void {
  // A direct entry that is asked joins from the page: that is counted.
  if (form === NO_FORM) return;
  const proof = form.get("proof") ?? "";
  const chosen = readCaptchaProof(proof)?.type;
  if (proof === "") line.counts.note("challenged", line.defaultLane);
  else if (chosen === undefined || chosen === "token")
    line.counts.note("challenge-failed", line.defaultLane);
}

/** Counts that somebody has solved a challenge, and how long that took since they were asked; not how long somebody waited. */
export function countSolved(
  { eventKeys }: Pick<ServerContext, "eventKeys">,
  exchange: Exchange,
  joiner: Joiner,
): void {
  const { line, form } = joiner;
  line.counts.note("solved", line.defaultLane);
  const proof = form.get("proof") ?? "";
  const captcha = readCaptchaProof(proof);
  const seed = captcha?.type === "token" ? captcha.seed : proof.slice(0, WORD_TEXT);
  const about = aboutOf(askerOf(exchange, joiner));
  const word = openWord(macOf(eventKeys.of(line.settings)), about, seed);
  if (word === null) return;
  const seconds = (line.lineNow() - word.issuedAtMs) / 1_000;
  line.counts.note(solvingTimeOf(seconds), line.defaultLane);
}

/** Counts who is held back without a challenge. */
export function countHeldBack({ line, form }: Joiner, type: StopVerdict["type"]): void {
  if (form === NO_FORM) return;
  if (type === "block") line.counts.note("blocked", line.defaultLane);
  if (type === "false-queue") line.counts.note("held-false", line.defaultLane);
}
