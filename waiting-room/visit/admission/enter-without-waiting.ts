import { hash, randomBytes, randomUUID } from "node:crypto";
import { hashClaim } from "@/lib/line/scripts/enter";
import type { Exchange } from "@/waiting-room/http/http";
import type { Connection } from "@/waiting-room/line/call-batcher";
import type { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { NO_FORM } from "@/waiting-room/visit/gate/asker";
import { judgeJoin } from "@/waiting-room/visit/gate/judge-join";
import { sourcesOfEntry } from "@/waiting-room/visit/gate/limits/sources-of";
import type { JoinVerdict } from "@/waiting-room/visit/gate/verdict";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { whatIsOpen } from "@/waiting-room/visit/visit";

/** A newcomer who took a number and its slot in one step. */
export type DirectEntry = {
  readonly queueId: string;
  /** Lets the visitor repeat the entry. */
  readonly claim: string;
  readonly number: number;
  readonly lineTimeMs: number;
};

/**
 * What the gate says of a newcomer who may enter without the page: at a dormant event, where the gate asks for nothing,
 * up to the limit of their address. Null for everybody else, who gets the page, which joins and proves what is asked.
 */
export async function mayEnterDirectly(
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
): Promise<JoinVerdict | null> {
  if (whatIsOpen(line).phase !== "dormant" || line.settings.inviteOnly) return null;
  const verdict = await judgeJoin(context, exchange, { line, form: NO_FORM });
  if (verdict.type !== "join") return null;
  if (verdict.sources.length > 0) return verdict;
  return { ...verdict, sources: sourcesOfEntry(context, exchange, line) };
}

/**
 * Takes the next number and a slot for it; null when there is no slot or the line is not available. `known`: nothing was
 * taken, since no proof helps over the limit of one of the sources.
 * `address` is what the entry is bound to, or null. `identity` names a request that may be sent twice: it
 * gets the same entry again while the token is valid.
 */
export async function enterDirectly(
  context: ServerContext,
  line: EventLine,
  {
    address,
    identity = null,
    verdict,
    connection,
  }: {
    readonly address: string | null;
    readonly connection: Connection;
    readonly identity?: string | null;
    readonly verdict: JoinVerdict;
  },
): Promise<DirectEntry | "known" | null> {
  const digest = identity === null ? randomBytes(32) : hash("sha256", identity, "buffer");
  const claim = digest.toString("base64url", 0, 16);
  const request = { queueId: randomUUID(), claim: hashClaim(claim, address) };
  const joinId = identity === null ? {} : { joinId: digest.subarray(16) };
  const { sources, proven: isProven, marks } = verdict;
  const joiner = { sources, isProven, marks, connection };
  const passed = await line.pass({ ...request, ...joinId, ...joiner }).catch((error: unknown) => {
    if (!(error instanceof LineUnavailable)) context.log(error);
    return null;
  });
  if (passed === null || passed.number === 0) return null;
  if (passed.number < 0) return "known";
  const { queueId, number, lineTimeMs } = passed;
  return { queueId, claim, number, lineTimeMs };
}
