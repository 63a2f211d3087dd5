import { createEvent } from "@/lib/services/event/manage/create";
import { askedIn } from "@/rehearsal/crowd/prove";
import { startSolvers } from "../../crowd/solvers";
import { ask, form, newClaim } from "../../shared/ask";
import { inGroups } from "../../shared/in-groups";
import { attacksOn, isTaken, type Target, tryEach } from "../attack";
import { becomeCustomer, lineOf, openJoinableEvent, SALE, type WireEvent } from "../people";

const JOINS = 300;
const AT_ONCE = 50;
/** Of one address that proves nothing, in two windows at the most. */
const PLACES_MAX = 20;

type Answer = Readonly<Record<string, unknown>>;

async function join(target: Target, event: WireEvent, ...said: Parameters<typeof form>) {
  const { status, body } = await ask(lineOf(target, event).join, form(...said));
  if (status === 0) throw new Error("A join was not answered.");
  const answer: Answer = { ...Object(JSON.parse(body)) };
  return answer;
}

function placesIn(answers: readonly Answer[]): number {
  return new Set(answers.flatMap(({ number }) => (typeof number === "number" ? number : []))).size;
}

const HOSTILE_RULES: readonly unknown[] = [
  { rules: Array.from({ length: 5_000 }, (_, id) => rule({ id: id + 1 })) },
  { rules: [rule({ conditions: [condition({ values: ["x".repeat(100_000)] })] })] },
  { rules: [rule({ conditions: Array.from({ length: 1_000 }, () => condition({})) })] },
  { rules: [rule({ conditions: [condition({ subject: "header", name: "a\r\nb" })] })] },
  { rules: [rule({ action: { type: "block", reason: "\u0000<script>" } })] },
  { rules: [rule({ conditions: [condition({ subject: "__proto__" })] })] },
  {
    rules: [
      rule({ action: { type: "false-queue" }, conditions: [{ subject: "bot-score", number: 30 }] }),
    ],
  },
  { rules: "all", __proto__: { polluted: true } },
];

function rule(parts: object): object {
  const conditions = [condition({})];
  return { id: 1, name: "Bots", action: { type: "challenge" }, conditions, ...parts };
}

function condition(parts: object): object {
  return { subject: "user-agent", comparison: "pattern", values: ["*a*a*a*a*a*"], ...parts };
}

export const JOIN_ATTACKS = attacksOn(openJoinableEvent, {
  "S27-many-places: One client takes many places, and says that it comes from many addresses":
    async (target) => {
      const event = await openJoinableEvent(target);
      // Nobody is trusted to say where a request came from.
      const answers = await inGroups(AT_ONCE, [...Array(JOINS).keys()], (index) => {
        const address = `198.51.${Math.floor(index / 200)}.${index % 200}`;
        const headers = { "x-forwarded-for": address, "x-real-ip": address };
        return join(target, event, { joinId: newClaim() }, headers);
      });
      const places = placesIn(answers);
      if (places === 0) throw new Error("No join of the attacker was taken at all.");
      const seen = `${places} of ${JOINS} joins of one address got a place.`;
      return { succeeded: places > PLACES_MAX, seen };
    },
  "S28-replayed-proof: A client sends one proof of work again and again": async (target) => {
    const event = await openJoinableEvent(target);
    const solvers = target.closing(startSolvers(1));
    // All at once: a slow machine would spread them over more windows than one.
    const joins = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const one = newClaim();
        return { joinId: one, challenge: askedIn(await join(target, event, { joinId: one })) };
      }),
    );
    const { joinId = "", challenge = null } = joins.find((one) => one.challenge !== null) ?? {};
    if (challenge?.kind !== "work") throw new Error("Nobody was asked for a proof.");
    const { proof } = await solvers.solve(challenge);
    const spent = await join(target, event, { joinId, proof });
    if (typeof spent["number"] !== "number") throw new Error("A good proof was worth nothing.");
    const again = [];
    for (let times = 0; times < AT_ONCE; times += 1) {
      again.push(await join(target, event, { joinId: newClaim(), proof }));
      again.push(await join(target, event, { joinId, proof }));
    }
    const places = placesIn([spent, ...again]);
    const seen = `One proof, sent ${again.length} times more, was worth ${places} place.`;
    return { succeeded: places > 1, seen };
  },
  "S29-hostile-rules: A customer stores access rules that are huge, malformed, or against people by a score alone":
    async () => {
      const context = await becomeCustomer();
      return tryEach([...HOSTILE_RULES.keys()], (index) => {
        const protection = { rules: HOSTILE_RULES[index] };
        const event = { ...SALE, eventId: `hostile${index}`, protection };
        // What is sent is no input that the verb's type would allow.
        return isTaken(createEvent(context, event as Parameters<typeof createEvent>[1]));
      });
    },
});
