import { TEXT_OF_32_BYTES, TEXT_OF_64_BYTES } from "./base64url.ts";
import { type Credential, LETTERS } from "./credential.ts";
import { bindingFaultOf, secretsOf, type Verifier } from "./secrets.ts";
import type { QueueTokenError } from "./token-fields.ts";
import { asText, listOf, membersOf, refuse } from "./untrusted.ts";

/** What a pass begins with: a later form has another number. */
const FORM = "1";
const SAFE_VALUE = /^[A-Za-z0-9.-]+$/;
/** Longer texts are no passes. */
const MAX_CHARACTERS = 1024;

/** What a pass says: the fields of a queue token, the run that it is of, and the key that signed it. */
export interface PassFields extends Credential {
  readonly keyId: string;
  readonly run: string;
  /** Unix seconds. */
  readonly expires: string;
}

/** What goes into a new pass. */
export interface NewPass {
  readonly keyId: string;
  readonly eventId: string;
  readonly run: number;
  readonly queueId: string;
  readonly expiresUnixSeconds: number;
  readonly cookieValidityMinutes?: number | undefined;
  readonly redirectType: string;
  /** HMACs by the secret that signs queue tokens; "" or absent: not bound. */
  readonly hashedIp?: string | undefined;
  readonly hashedAgent?: string | undefined;
}

/** What the config says of an event's passes. */
export interface EventPasses {
  /** Passes of an older run are refused. */
  readonly run: number;
  /** True where connectors that can check no signature may go by the queue token. */
  readonly allowsToken: boolean;
}

/** The keys that sign passes, by their ids, and the events that have passes. */
export interface CompiledPasses {
  readonly keys: ReadonlyMap<string, string>;
  readonly events: ReadonlyMap<string, EventPasses>;
}

/**
 * Tells whether a key made a signature, as "yes"; anything else is no.
 *
 * @param signed - the text
 * @param keyAndSignature - 32 and 64 bytes in base64url, with a dot between
 */
export type VerifyPass = (signed: string, keyAndSignature: string) => string;

/** Reads what a config says of passes. @throws Error naming what cannot be obeyed */
export function readPasses(value: unknown): CompiledPasses {
  const { Keys, Events } = membersOf(value ?? { Keys: [], Events: [] });
  const keys = listOf(Keys, "Passes.Keys").map((one): [string, string] => {
    const { KeyId, PublicKey } = membersOf(one);
    const publicKey = asText(PublicKey);
    return TEXT_OF_32_BYTES.test(publicKey) ? [asText(KeyId), publicKey] : refuse("Passes.Keys");
  });
  const events = listOf(Events, "Passes.Events").map((one): [string, EventPasses] => {
    const { EventId, Run, AllowsToken } = membersOf(one);
    const run = Number(asText(Run) || "NaN");
    if (!(run >= 0)) refuse("Passes.Events.Run");
    return [asText(EventId), { run, allowsToken: AllowsToken === true }];
  });
  return { keys: new Map(keys), events: new Map(events) };
}

/** What the signature of a pass covers. */
export function signedTextOfPass(customerId: string, unsigned: string): string {
  return `stanchion-pass\n${customerId}\n${unsigned}`;
}

/**
 * Writes a pass without its signature, safe to put into a URL as it is. The signature, 64 bytes in
 * base64url, follows after a `~`; it covers {@link signedTextOfPass}.
 *
 * @throws RangeError when a value would break the pass or the session cookie that is made of it
 */
export function writePass(pass: NewPass): string {
  const { keyId, eventId, run, queueId, redirectType, cookieValidityMinutes = "" } = pass;
  const areSafe = [keyId, eventId, queueId].every((value) => SAFE_VALUE.test(value));
  if (!areSafe || !LETTERS.test(redirectType)) throw new RangeError("This cannot stand in a pass");
  const expires = Math.floor(pass.expiresUnixSeconds);
  const { hashedIp = "", hashedAgent = "" } = pass;
  const rest = [expires, cookieValidityMinutes, redirectType, hashedIp, hashedAgent];
  return [FORM, keyId, eventId, run, queueId, ...rest].join("~");
}

/** Reads a pass without judging it; what is none has no fields. Never throws. */
export function readPass(text: string): PassFields {
  const parts = text.length > MAX_CHARACTERS ? [] : text.split("~");
  const known = parts.length === 11 && parts[0] === FORM ? parts : [];
  const [, keyId = "", eventId = "", run = "", queueId = "", expires = "", fixedMinutes = ""] =
    known;
  const [redirectType = "", hashedIp = "", hashedAgent = "", hash = ""] = known.slice(7);
  return {
    keyId,
    eventId,
    run,
    queueId,
    expires,
    fixedMinutes,
    redirectType,
    hashedIp,
    hashedAgent,
    hash,
  };
}

/**
 * What the uses of a pass are counted by: the admission that it is of. However it is written, bound, or signed anew,
 * it is the same admission.
 */
export function admissionOfPass({ eventId, run, queueId, expires }: PassFields): string {
  return [eventId, run, queueId, expires].join("~");
}

/** Why a pass does not admit. */
export type PassError = QueueTokenError | "run";

/** What a pass is judged by. */
export interface PassExpectation extends Verifier {
  readonly customerId: string;
  readonly eventIds: readonly string[];
  readonly passes: CompiledPasses;
  readonly verifyPass: VerifyPass;
  readonly nowUnixSeconds: number;
}

/**
 * Tells why a pass does not admit: not signed by one of the waiting room's keys, not for one of these events,
 * expired, of an older run, or bound to another address or user agent, asked in this order. Never throws.
 *
 * @param pass - what {@link readPass} makes of the text
 * @returns null when it admits
 */
export function passErrorOf(
  text: string,
  pass: PassFields,
  expected: PassExpectation,
): PassError | null {
  const { passes, eventIds, customerId } = expected;
  const { hash: signature, eventId } = pass;
  const key = passes.keys.get(pass.keyId);
  // What cannot be a signature is not worth a verification.
  if (key === undefined || !TEXT_OF_64_BYTES.test(signature)) return "hash";
  const signed = signedTextOfPass(customerId, text.slice(0, -signature.length - 1));
  if (expected.verifyPass(signed, `${key}.${signature}`) !== "yes") return "hash";
  if (!LETTERS.test(pass.redirectType)) return "hash";
  if (!eventIds.includes(eventId)) return "eventid";
  if (!(Number(pass.expires) >= expected.nowUnixSeconds)) return "timestamp";
  if (!(Number(pass.run) >= (passes.events.get(eventId)?.run ?? 0))) return "run";
  return bindingFaultOf(expected, pass, secretsOf(expected.options, eventId));
}
