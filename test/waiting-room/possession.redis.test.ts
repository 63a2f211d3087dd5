import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { ProofPurpose, ProofSubject } from "@/lib/domain/possession/proof-message";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { MARKS } from "@/lib/domain/score/marks";
import { eventKeys } from "@/lib/line/keys";
import { newPlace } from "@/waiting-room/place/place";

import { makeBrowserKey } from "../browser-key";
import { startTestRoom } from "../waiting-room";

const room = startTestRoom();
const { call, context, cookieOf, id, open, redis, turnComes } = room;

type Opened = Awaited<ReturnType<typeof open>>;
type Key = Awaited<ReturnType<typeof makeBrowserKey>>;

const ASKING = { protection: { ...UNPROTECTED, possession: { isAsked: true } } };
const openAsking = (changes: Partial<EventSettings> = {}) => open({ ...ASKING, ...changes });

/** Joins as a page does whose browser holds this key, or none. */
async function join(opened: Opened, key: Key | null) {
  const headers = key === null ? {} : { "x-stanchion-key": key.publicKey };
  const reply = await call("POST", `${opened.base}/join`, { headers, form: { joinId: id() } });
  const told = JSON.parse(reply.body);
  return { cookie: cookieOf(reply), queueId: told.queueId as string | undefined };
}

async function proofOf(
  { settings }: Opened,
  key: Key,
  { queueId = "", ...changes }: Partial<ProofSubject> & { readonly purpose: ProofPurpose },
): Promise<Readonly<Record<string, string>>> {
  const { customerId, eventId, runId } = settings;
  const atMs = (await context.lines.find(settings))?.lineNow() ?? 0;
  const subject = { customerId, eventId, runId, queueId, atMs: Math.round(atMs), ...changes };
  return { "x-stanchion-key": await key.prove(subject) };
}

async function ask(
  opened: Opened,
  step: "near" | "enter",
  headers: Readonly<Record<string, string>>,
): Promise<{ status: string; pageUrl?: string; redirectUrl?: string }> {
  const form = step === "enter" ? { claim: id() } : {};
  return JSON.parse((await call("POST", `${opened.base}/${step}`, { headers, form })).body);
}

/** Says that the visitor is there, with the key, and lets the turn come. */
async function comeNear(
  opened: Opened,
  key: Key,
  held: { cookie: string; queueId?: string | undefined },
) {
  const proof = await proofOf(opened, key, { purpose: "near", ...queueIdOf(held) });
  expect((await ask(opened, "near", { cookie: held.cookie, ...proof })).status).toBe("ok");
  await turnComes(opened, held.cookie);
}

const queueIdOf = ({ queueId = "" }: { queueId?: string | undefined }) => ({ queueId });

test("a copied place is found at near and at entry, and the browser that joined goes in", async () => {
  const opened = await openAsking();
  const [own, other] = [await makeBrowserKey(), await makeBrowserKey()];
  const held = await join(opened, own);
  const { cookie } = held;
  const named = queueIdOf(held);
  const strangers = [
    {},
    { "x-stanchion-key": own.publicKey },
    await proofOf(opened, other, { purpose: "near", ...named }),
  ];
  for (const headers of strangers) {
    expect(await ask(opened, "near", { cookie, ...headers })).toMatchObject({ status: "moved" });
  }
  await comeNear(opened, own, held);
  const thefts = [
    {},
    await proofOf(opened, other, { purpose: "enter", ...named }),
    await proofOf(opened, own, { purpose: "near", ...named }),
    await proofOf(opened, own, { purpose: "enter", queueId: id() }),
    await proofOf(opened, own, { purpose: "enter", ...named, runId: 2 }),
    await proofOf(opened, own, { purpose: "enter", ...named, eventId: "other" }),
    await proofOf(opened, own, { purpose: "enter", ...named, atMs: Date.now() - 100_000 }),
  ];
  for (const headers of thefts) {
    const answer = await ask(opened, "enter", { cookie, ...headers });
    expect(answer.status).toBe("moved");
    expect(answer.pageUrl).toContain("elsewhere=1");
  }
  const proof = await proofOf(opened, own, { purpose: "enter", ...named });
  expect(await ask(opened, "enter", { cookie, ...proof })).toMatchObject({ status: "admitted" });
});

test("a copy without JavaScript gets a page that says the way back, and takes nothing", async () => {
  const opened = await openAsking();
  const own = await makeBrowserKey();
  const held = await join(opened, own);
  await comeNear(opened, own, held);
  const headers = { cookie: held.cookie, accept: "text/html" };
  const reply = await call("POST", `${opened.base}/enter`, { headers, form: { claim: id() } });
  expect(reply.status).toBe(409);
  expect(reply.body).toContain("Your place is in another browser");
  const page = await call("GET", `${opened.base}/move?elsewhere=1`, { headers });
  expect([page.status, page.body.includes("Your place is in another browser")]).toEqual([
    409,
    true,
  ]);
  const proof = await proofOf(opened, own, { purpose: "enter", ...queueIdOf(held) });
  const entered = await ask(opened, "enter", { cookie: held.cookie, ...proof });
  expect(entered.status).toBe("admitted");
});

test("a browser without a key joins and enters, and its score knows", async () => {
  const opened = await openAsking();
  const held = await join(opened, null);
  expect(held.queueId).toBeUndefined();
  await turnComes(opened, held.cookie);
  expect((await ask(opened, "enter", { cookie: held.cookie })).status).toBe("admitted");
  const marks = await redis.getBuffer(eventKeys(opened.settings).marks);
  expect([...(marks ?? [])]).toContain(MARKS.noPossessionKey);
});

test("a place that came by a code takes the key of the browser to which it came", async () => {
  const opened = await openAsking();
  const [own, second] = [await makeBrowserKey(), await makeBrowserKey()];
  const held = await join(opened, own);
  const post = (cookie: string, form: Record<string, string>, key?: Key) =>
    call("POST", `${opened.base}/move`, {
      headers: {
        cookie,
        origin: "http://room.test",
        ...(key && { "x-stanchion-key": key.publicKey }),
      },
      form,
    });
  const copied = await post(held.cookie, { make: "1" });
  expect(JSON.parse(copied.body)).toMatchObject({ status: "moved" });
  const stolen = await post(held.cookie, { make: "1" }, second);
  expect(JSON.parse(stolen.body)).toMatchObject({ status: "moved" });
  const move = await proofOf(opened, own, { purpose: "move", ...queueIdOf(held) });
  const made = await post(held.cookie, { make: "1", key: move["x-stanchion-key"] ?? "" });
  const { code } = JSON.parse(made.body);
  const taken = await post("", { code });
  const moved = cookieOf(taken);
  const status = await call("GET", `${opened.base}/status`, {
    headers: { cookie: moved, "x-stanchion-key": second.publicKey },
  });
  const { queueId } = JSON.parse(status.body);
  const keyed = cookieOf(status);
  await comeNear(opened, second, { cookie: keyed, queueId });
  const old = await proofOf(opened, own, { purpose: "enter", queueId });
  expect((await ask(opened, "enter", { cookie: keyed, ...old })).status).toBe("moved");
  const proof = await proofOf(opened, second, { purpose: "enter", queueId });
  expect((await ask(opened, "enter", { cookie: keyed, ...proof })).status).toBe("admitted");
});

test("an event that stops asking lets places with a key in without it", async () => {
  const opened = await open();
  const keyPrint = "A".repeat(22);
  const { customerId, eventId, runId } = opened.settings;
  const { cookie } = await join(opened, null);
  await turnComes(opened, cookie);
  const joined = newPlace({
    runId,
    lane: 0,
    number: 1,
    queueId: randomUUID(),
    joinedAtMs: Date.now(),
    keyPrint,
  });
  const sealed = context.sealer.seal(opened.settings, joined);
  const keyed = `stanchion_${customerId}_${eventId}=${sealed}`;
  expect((await ask(opened, "enter", { cookie: keyed })).status).toBe("admitted");
});

test("only an event that asks marks those who show no key", async () => {
  const key = await makeBrowserKey();
  const [asking, other] = [await openAsking(), await open({ protection: UNPROTECTED })];
  for (const [opened, shown] of [
    [asking, key],
    [asking, null],
    [other, null],
  ] as const)
    await join(opened, shown);
  const marks = await Promise.all(
    [asking, other].map(({ settings }) => redis.getrangeBuffer(eventKeys(settings).marks, 0, -1)),
  );
  const isMarked = marks.map((bytes) => [...bytes].map((byte) => byte & MARKS.noPossessionKey));
  expect(isMarked).toEqual([[0, 0, MARKS.noPossessionKey], [0]]);
});
