import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import { type EventRef, eventKeys } from "@/lib/line/keys";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";
import { inviteGuests } from "./guests";
import { askRoom, type RoomAnswer } from "./room-calls";

/** Something that may be used once, by one visitor. */
export type Right = {
  /** Access codes, one-use enqueue tokens, enqueue tokens with a person's key, and codes for another device. */
  readonly kind: "codes" | "tokens" | "keys" | "moves";
  /** When the visitor heard that it was, by `performance.now()`; null before. */
  readonly usedAtMs: number | null;
  /** Uses it; asks again where no answer came, until that is stopped. */
  use(isStopped: () => boolean): Promise<void>;
  /** Whether it leads somebody else in as well; of a move, whether the device before still has the place. */
  isGoodAgain(): Promise<boolean>;
};

const TRIED = 40;
const AGAIN_MS = 500;
const VALID_MS = 3_600_000;

type Scene = { readonly cluster: Cluster; readonly event: EventRef };

/** So many rights of each kind, in turn. What has to be there before they are used is there. */
export async function makeRights(
  cluster: Cluster,
  event: EventRef,
  count: number,
): Promise<Right[]> {
  const scene = { cluster, event };
  const codes = await makeCodes(scene, count);
  const all: Right[] = [];
  for (const code of codes) {
    all.push(byJoining(scene, "codes", () => ({ code })));
    const once = enqueueToken(scene, {});
    all.push(byJoining(scene, "tokens", () => ({ enqueueToken: once })));
    const key = crypto.randomUUID();
    // The site makes a token for the same person each time.
    all.push(byJoining(scene, "keys", () => ({ enqueueToken: enqueueToken(scene, { key }) })));
    all.push(await byMoving(scene));
  }
  return all;
}

async function makeCodes({ cluster, event }: Scene, count: number): Promise<string[]> {
  // Its database client is generated while the stack starts.
  const { createAccessCodes } = await import("@/lib/services/event/access-code/create");
  const { csv } = await createAccessCodes(cluster.events.context, {
    eventId: event.eventId,
    name: "Guests",
    count,
    lane: null,
    use: { kind: "single-use" },
  });
  await until("the line knows the codes", async () => {
    return (await cluster.redis.hlen(eventKeys(event).codes)) > count;
  });
  const [, ...rows] = csv.trim().split("\r\n");
  return rows.map((row) => row.split(",")[0] ?? "");
}

function enqueueToken(
  { cluster, event }: Scene,
  { key }: { readonly key?: string | undefined },
): string {
  const nowMs = Date.now();
  const { customerId, eventId } = event;
  const fields = {
    ...{ customerId, eventId, key, tokenIdentifier: crypto.randomUUID() },
    ...{ issuedAtMs: nowMs, expiresAtMs: nowMs + VALID_MS },
  };
  return makeEnqueueToken(fields, cluster.stack.demo.secret, enqueueTokenCrypto);
}

/** Goes to any of the waiting rooms, as a balancer would send it. */
const newClient = ({ cluster, event }: Scene): HttpClient =>
  inviteGuests(cluster, event).newClient();

/** Asks until there is an answer that means something; null where it is stopped before. */
async function ask(
  { cluster, event }: Scene,
  client: HttpClient,
  step: "join" | "enter" | "move",
  form: Readonly<Record<string, string>>,
  isStopped: () => boolean = () => false,
): Promise<RoomAnswer | null> {
  for (let attempt = 0; attempt < TRIED && !(attempt > 0 && isStopped()); attempt += 1) {
    const answer = await askRoom(cluster, event, client, step, form);
    if (answer.status > 0 && answer.status < 500) return answer;
    await sleep(AGAIN_MS);
  }
  return null;
}

function byJoining(
  scene: Scene,
  kind: "codes" | "tokens" | "keys",
  credential: () => Readonly<Record<string, string>>,
): Right {
  const holder = newClient(scene);
  const joinId = newClaim();
  let number: unknown;
  const right = {
    kind,
    usedAtMs: null as number | null,
    async use(isStopped: () => boolean) {
      const answer = await ask(scene, holder, "join", { joinId, ...credential() }, isStopped);
      number = answer?.body["number"];
      if (number !== undefined) right.usedAtMs = performance.now();
    },
    async isGoodAgain() {
      const form = { joinId: newClaim(), ...credential() };
      const answer = await ask(scene, newClient(scene), "join", form);
      if (answer === null) throw new Error("The waiting room does not answer.");
      const got = answer.body["number"];
      return got !== undefined && got !== number;
    },
  };
  return right;
}

async function byMoving(scene: Scene): Promise<Right> {
  const before = newClient(scene);
  await ask(scene, before, "join", { joinId: newClaim() });
  const made = await ask(scene, before, "move", { make: "1" });
  const code = String(made?.body["code"] ?? "");
  const after = newClient(scene);
  const right = {
    kind: "moves" as const,
    usedAtMs: null as number | null,
    async use(isStopped: () => boolean) {
      const answer = await ask(scene, after, "move", { code }, isStopped);
      if (answer?.body["number"] !== undefined) right.usedAtMs = performance.now();
    },
    async isGoodAgain() {
      const answer = await ask(scene, before, "enter", { claim: newClaim() });
      if (answer === null) throw new Error("The waiting room does not answer.");
      return answer.body["status"] !== "moved";
    },
  };
  return right;
}
