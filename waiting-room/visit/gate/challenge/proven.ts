import { addressGroup } from "@/connectors/src/host/address-group";
import type { Source } from "@/lib/line/scripts/sources";
import type { Exchange } from "@/waiting-room/http/http";
import { askerOf, type Joiner } from "@/waiting-room/visit/gate/asker";
import type { Presented } from "@/waiting-room/visit/gate/captcha/present-captcha";
import type { Check, Judging } from "@/waiting-room/visit/gate/check";
import { sourceKey } from "@/waiting-room/visit/gate/limits/source-key";
import { onlyCounted } from "@/waiting-room/visit/gate/limits/sources-of";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { countSolved } from "./count-challenge";
import { hasWaited, isWorkDone } from "./proofs";

/** Joins that one passed challenge gives besides its own, at each event and run. */
const JOINS_OF_PASSED = 2;
/** Joins in a minute that an address class gets by waiting: no more than a phone could calculate meanwhile. */
const JOINS_BY_WAITING = 6;

/** What somebody has brought. */
export type Proven =
  /** The work was done for this join: no limit holds it back. */
  | { readonly type: "work" }
  /** The time was waited: good for some joins of the address, which are counted by a source of its own. */
  | { readonly type: "waited"; readonly source: Source }
  /** Another challenge was passed: the same, and worth keeping where nothing is asked. */
  | { readonly type: "passed"; readonly source: Source }
  /** The script of the CAPTCHA could not be loaded, as they say: the same, and no way past a limit. */
  | { readonly type: "unloaded"; readonly source: Source }
  | { readonly type: "nothing" };

/** Reads the proof that a join brings. */
export const PROOF_BROUGHT: Check = {
  judge: (judging) => {
    const { context, exchange, joiner, presented } = judging;
    judging.proven = provenByCaptcha(presented) ?? provenBy(context, exchange, joiner);
    return null;
  },
};

/**
 * Spends the proof of a join that no check has stopped. Proof of work lifts the limits and is remembered by the browser;
 * a proof that is good for some joins only is counted where it was needed.
 */
export const PROOF_TAKEN: Check = {
  judge: (judging) => {
    const { context, exchange, joiner, proven } = judging;
    if (proven.type === "nothing") return null;
    if (proven.type === "work" || proven.type === "waited") countSolved(context, exchange, joiner);
    if (proven.type === "work") {
      judging.isUnlimited = true;
      judging.cookies = [cookieOfPassed(judging)];
      return null;
    }
    const counted = [...onlyCounted(judging.sources), proven.source];
    const isNeeded = proven.type === "waited" || judging.isAsked || judging.load > 0;
    if (isNeeded) judging.sources = counted;
    else if (proven.type === "passed") judging.sourcesIfBusy = counted;
    return null;
  },
};

function cookieOfPassed({ context, exchange, joiner: { line } }: Judging): string {
  const { settings } = line;
  const addressClass = addressGroup(exchange.address);
  const passer = { customerId: settings.customerId, addressClass, nowMs: line.lineNow() };
  return context.passed.make(exchange, settings, passer);
}

/** What a CAPTCHA proves; null where something else may. */
function provenByCaptcha(presented: Presented): Proven | null {
  if (presented.type === "solved") return { type: "work" };
  return presented.type === "counted" ? { type: "unloaded", source: presented.source } : null;
}

/** What a join has been proven with. A proof of another event, run, address class, join or time is none. */
function provenBy(context: ServerContext, exchange: Exchange, joiner: Joiner): Proven {
  const { line, form } = joiner;
  // Most bring nothing: theirs is not looked up.
  const key = () => context.eventKeys.of(line.settings);
  const nowMs = line.lineNow();
  const [proof, ticket] = [form.get("proof"), form.get("ticket")];
  if (proof && isWorkDone(key(), askerOf(exchange, joiner), proof, nowMs)) return { type: "work" };
  if (ticket && hasWaited(key(), askerOf(exchange, joiner), ticket, nowMs)) {
    const limit = { perMinute: JOINS_BY_WAITING, perRun: null };
    const name = `waited ${addressGroup(exchange.address)}`;
    return { type: "waited", source: sourceOf(name, limit) };
  }
  const { customerId } = line.settings;
  const passer = { customerId, addressClass: addressGroup(exchange.address), nowMs };
  const passed = context.passed.read(exchange, passer);
  if (passed === null) return { type: "nothing" };
  const limit = { perMinute: null, perRun: JOINS_OF_PASSED };
  return { type: "passed", source: sourceOf(`passed ${passed}`, limit) };

  function sourceOf(name: string, limit: Source["limit"]): Source {
    return { key: sourceKey(key(), "proof", name), limit };
  }
}
