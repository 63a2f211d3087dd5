import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { parseJson } from "@/waiting-room/client/parse-json";
import type { Reply } from "./http-client";

/** A harder one may be asked for while one is solved. */
const MOST_PROOFS = 5;

type Form = Readonly<Record<string, string>>;

/** Sends a join, and again with what is asked to be proven, until it is answered with something else. */
export async function sendProving(
  form: Form,
  send: (form: Form) => Promise<Reply>,
  solve: ((challenge: WorkChallenge) => Promise<string>) | undefined,
): Promise<Reply> {
  let reply = await send(form);
  for (let proofs = 0; proofs < MOST_PROOFS; proofs += 1) {
    const challenge = workIn(parseJson(reply.body));
    if (challenge === null || solve === undefined) break;
    reply = await send({ ...form, proof: await solve(challenge) });
  }
  return reply;
}

/** The proof of work that the answer to a join asks for; null where it asks for none. */
export function workIn(body: unknown): WorkChallenge | null {
  if (typeof body !== "object" || body === null || !("challenge" in body)) return null;
  const { challenge } = body;
  if (typeof challenge !== "object" || challenge === null) return null;
  const { kind, seed, puzzles, target }: Partial<WorkChallenge> = challenge;
  if (kind !== "work" || seed === undefined || puzzles === undefined || target === undefined)
    return null;
  return { kind, seed, puzzles, target, joinId: "", expiresInMs: 0, script: "", ...challenge };
}
