import { randomBytes } from "node:crypto";
import { addressGroup } from "@/connectors/src/host/address-group";
import type { Form } from "@/waiting-room/http/body";
import { type Exchange, HttpError } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { Asker } from "@/waiting-room/visit/gate/challenge/proofs";

/** Somebody who wants a number. */
export type Joiner = {
  readonly line: EventLine;
  /** What the request says: `joinId`, `lane`, `rule`, and what was proven. */
  readonly form: Form;
  /** The draw has dropped the visitor's place: nobody takes another without a proof. */
  readonly isDropped?: boolean;
};

/** What stands for the form of a request that has none. */
export const NO_FORM: Form = { get: () => null };

const JOIN_ID = /^[\w-]{22}$/;

/** Whose join it is. A join without an id gets one, with which it has to come back. */
export function askerOf(exchange: Exchange, { line, form }: Joiner): Asker {
  const joinId = form.get("joinId") ?? randomBytes(16).toString("base64url");
  if (!JOIN_ID.test(joinId)) throw new HttpError("bad-request");
  return {
    event: line.settings,
    addressClass: addressGroup(exchange.address),
    joinId,
    lane: `${form.get("lane") ?? ""} ${form.get("rule") ?? ""}`,
  };
}
