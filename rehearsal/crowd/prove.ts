import type { WorkChallenge } from "@/lib/domain/visitor-api/visitor-api";
import { parseJson } from "@/waiting-room/client/parse-json";
import type { Reply } from "./http-client";

/** A harder one may be asked for while one is solved, and work instead of a CAPTCHA. */
const MOST_PROOFS = 6;

type Form = Readonly<Record<string, string>>;

/** What is asked of whoever joins, as far as it matters here. */
export type Asked = WorkChallenge | { readonly kind: "captcha"; readonly seed: string };

/** Sends a join, and again with what is asked to be proven, until it is answered with something else. */
export async function sendProving(
  form: Form,
  send: (form: Form) => Promise<Reply>,
  prove: ((asked: Asked) => Promise<string>) | undefined,
): Promise<Reply> {
  let reply = await send(form);
  for (let proofs = 0; proofs < MOST_PROOFS; proofs += 1) {
    const asked = askedIn(parseJson(reply.body));
    if (asked === null || prove === undefined) break;
    reply = await send({ ...form, proof: await prove(asked) });
  }
  return reply;
}

/** What the answer to a join asks for first; null where it asks for nothing. */
export function askedIn(body: unknown): Asked | null {
  if (typeof body !== "object" || body === null || !("challenge" in body)) return null;
  const { challenge } = body;
  if (typeof challenge !== "object" || challenge === null) return null;
  if (!("kind" in challenge && "seed" in challenge)) return null;
  const { kind, seed } = challenge;
  if (kind === "captcha" && typeof seed === "string") return { kind, seed };
  // Our own server said it.
  return kind === "work" ? (challenge as WorkChallenge) : null;
}
