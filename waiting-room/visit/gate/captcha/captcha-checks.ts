import { hash } from "node:crypto";
import { CAPTCHA_ACTION } from "@/lib/domain/challenge/captcha-vendors";
import { BoundedMemory } from "@/waiting-room/visit/memory/bounded-memory";
import type { AskVendor, CaptchaKeys } from "./ask-vendor";
import type { VendorAnswer } from "./vendor-answer";
import { VendorCircuit } from "./vendor-circuit";

/** Characters of the longest token. */
export const LONGEST_TOKEN = 7_000;

const REMEMBERED_BYTES = 16 * 2 ** 20;
const BYTES_OF_ONE = 300;
const CIRCUITS_MAX = 10_000;
/** Questions that are under way at once; who comes then is told that the vendor does not answer. */
const UNDER_WAY_MAX = 500;
/** A token that no vendor has given out: its refusal says that the vendor answers. */
const PROBE_TOKEN = "probe";

/** One token, and for whose join it is. */
export type CaptchaQuestion = {
  readonly customerId: string;
  readonly keys: CaptchaKeys;
  readonly token: string;
  /** Whose join it is: a token that was used for one is worth nothing for another. */
  readonly about: string;
  /** The host of the page, without its port. */
  readonly host: string;
  readonly address: string | null;
  /** For vendors with a score, from 0 to 1. */
  readonly minimalScore: number;
};

/** `down`: nobody can say whether it was solved. */
export type CaptchaResult = "solved" | "refused" | "down";

/** Checks tokens with their vendors, each token once. */
export class CaptchaChecks {
  private readonly ask: AskVendor;
  private readonly log: (error: Error) => void;
  private readonly now: () => number;
  private readonly circuits = new Map<string, VendorCircuit>();
  private readonly seen = new BoundedMemory<{
    readonly about: string;
    readonly result: Promise<CaptchaResult>;
  }>(REMEMBERED_BYTES);
  private underWay = 0;

  constructor(ask: AskVendor, log: (error: Error) => void, now = () => performance.now()) {
    this.ask = ask;
    this.log = log;
    this.now = now;
  }

  /**
   * Whether somebody has solved a CAPTCHA for this very join. The same token for the same join gets the same answer
   * without another question, and for another join it is refused, here as by the vendor. Never rejects.
   */
  async check(question: CaptchaQuestion): Promise<CaptchaResult> {
    const { customerId, keys, token, about } = question;
    if (token === "" || token.length > LONGEST_TOKEN) return "refused";
    const name = hash("sha256", `${customerId} ${keys.provider} ${token}`, "base64url");
    const known = this.seen.get(name);
    if (known !== undefined && known.about !== about) return "refused";
    const result = known?.result.then((before) =>
      // Who was told that the vendor is down may try the same token again.
      before === "down" ? this.askAbout(question) : before,
    );
    // Nothing is awaited before the token is remembered: two joins that bring it at once do not both ask.
    const answered = result ?? this.askAbout(question);
    this.seen.set(name, { about, result: answered }, BYTES_OF_ONE);
    return answered;
  }

  private async askAbout(question: CaptchaQuestion): Promise<CaptchaResult> {
    if (this.isDown(question.customerId, question.keys)) return "down";
    return this.judge(question);
  }

  /** True while the vendor does not answer, or refuses the customer's keys. Asks in the background whether that is over. */
  isDown(customerId: string, keys: CaptchaKeys): boolean {
    const circuit = this.circuitOf(customerId, keys);
    if (!circuit.isOpen) return false;
    void circuit.probe(async () => {
      const answer = await this.ask(keys, { token: PROBE_TOKEN, address: null });
      return isUsable(answer);
    });
    return circuit.isOpen;
  }

  private async judge(question: CaptchaQuestion): Promise<CaptchaResult> {
    if (this.underWay >= UNDER_WAY_MAX) return "down";
    this.underWay += 1;
    try {
      const { customerId, keys, token, address } = question;
      const answer = await this.ask(keys, { token, address });
      this.note(customerId, keys, answer);
      if (!isUsable(answer)) return "down";
      return answer.type === "solved" && isForUs(answer, question) ? "solved" : "refused";
    } finally {
      this.underWay -= 1;
    }
  }

  private note(customerId: string, keys: CaptchaKeys, answer: VendorAnswer): void {
    const circuit = this.circuitOf(customerId, keys);
    const wasOpen = circuit.isOpen;
    circuit.noteAnswer(isUsable(answer));
    if (wasOpen || !circuit.isOpen) return;
    const codes = answer.type === "solved" ? "" : answer.codes.join(", ");
    const fault =
      answer.type === "misconfigured" ? "refuses the keys of" : "does not answer as documented for";
    this.log(new Error(`${keys.provider} ${fault} ${customerId}${codes && `: ${codes}`}.`));
  }

  /** New keys begin anew. */
  private circuitOf(customerId: string, { provider, siteKey, secret }: CaptchaKeys): VendorCircuit {
    const name = `${customerId} ${provider} ${siteKey} ${hash("sha256", secret, "base64url")}`;
    const known = this.circuits.get(name);
    if (known !== undefined) return known;
    if (this.circuits.size >= CIRCUITS_MAX) this.circuits.clear();
    const circuit = new VendorCircuit(this.now);
    this.circuits.set(name, circuit);
    return circuit;
  }
}

function isUsable({ type }: VendorAnswer): boolean {
  return type === "solved" || type === "refused";
}

/** A token of another page, for something else, or of somebody who looks like a program, is none. */
function isForUs(
  { host, action, score }: Extract<VendorAnswer, { type: "solved" }>,
  { keys, host: own, minimalScore }: CaptchaQuestion,
): boolean {
  if (host?.toLowerCase() !== own.toLowerCase()) return false;
  const { provider } = keys;
  const knowsActions = provider === "turnstile" || provider === "recaptcha";
  if (knowsActions && action !== CAPTCHA_ACTION) return false;
  return provider !== "recaptcha" || (score !== null && score >= minimalScore);
}
