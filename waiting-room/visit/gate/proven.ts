import { hash } from "node:crypto";
import type { Source } from "@/lib/line/scripts/sources";
import { addressGroup } from "@/waiting-room/http/address-group";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { askerOf, type Joiner } from "./asker";
import { hasWaited, isWorkDone } from "./proofs";

/** Joins that one passed challenge gives besides its own, at each event and run. */
const JOINS_OF_PASSED = 2;
/** Joins in a minute that an address class gets by waiting: no more than a phone could calculate meanwhile. */
const JOINS_BY_WAITING = 6;

/** What somebody has brought. */
export type Proven =
  /** The work was done for this join: no limit holds it back. */
  | { readonly type: "work" }
  /** A proof that is good for some joins, which are counted by a source of its own. */
  | { readonly type: "counted"; readonly source: Source }
  | { readonly type: "nothing" };

/** What a join has been proven with. A proof of another event, run, address class, join or time is none. */
export function provenBy(context: ServerContext, exchange: Exchange, joiner: Joiner): Proven {
  const { line, form } = joiner;
  const key = context.eventKeys.of(line.settings);
  const nowMs = line.lineNow();
  const [proof, ticket] = [form.get("proof"), form.get("ticket")];
  if (proof && isWorkDone(key, askerOf(exchange, joiner), proof, nowMs)) return { type: "work" };
  if (ticket && hasWaited(key, askerOf(exchange, joiner), ticket, nowMs)) {
    const limit = { perMinute: JOINS_BY_WAITING, perRun: null };
    return counted(joiner, `waited ${addressGroup(exchange.address)}`, limit);
  }
  const { customerId } = line.settings;
  const passer = { customerId, addressClass: addressGroup(exchange.address), nowMs };
  const passed = context.passed.read(exchange, passer);
  if (passed === null) return { type: "nothing" };
  return counted(joiner, `passed ${passed}`, { perMinute: null, perRun: JOINS_OF_PASSED });

  function counted({ line }: Joiner, name: string, limit: Source["limit"]): Proven {
    const { bytes } = context.eventKeys.of(line.settings);
    const named = hash("sha256", `${bytes.toString("base64url")} ${name}`, "buffer");
    return { type: "counted", source: { key: named.subarray(0, 8), limit } };
  }
}
