import type { Form } from "@/waiting-room/http/body";
import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { Verdict } from "./verdict";

/** Somebody who wants a number. */
export type Joiner = {
  readonly line: EventLine;
  /** What the request says: `joinId`, `lane`, `rule`, and what was proven. */
  readonly form: Form;
};

/** What stands for the form of a request that has none. */
export const NO_FORM: Form = { get: () => null };

/**
 * The one gate in front of every number: the page's join, its form, apps, programs that speak Cloudflare's JSON,
 * direct entries, codes and tokens. Whoever hands out a number asks here first, and does what the verdict says.
 */
export async function judgeJoin(
  _context: ServerContext,
  _exchange: Exchange,
  _joiner: Joiner,
): Promise<Verdict> {
  return { type: "join", proven: false, sources: [], marks: 0, cookies: [] };
}
