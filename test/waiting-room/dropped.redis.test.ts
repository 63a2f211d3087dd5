import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { toHex } from "@/lib/domain/draw/bytes";
import {
  commitmentHash,
  commitmentText,
  createCommitment,
  signCommitment,
} from "@/lib/domain/draw/commitment";
import { exclude } from "@/lib/domain/draw/exclusions";
import { UNPROTECTED } from "@/lib/domain/protection/protection";
import { MARKS } from "@/lib/domain/score/marks";
import { scoreOf } from "@/lib/domain/score/score";
import { readMarks } from "@/lib/line/commands/marks";
import { closeGroups, settleDraw } from "@/lib/line/commands/run-draw";
import { eventKeys } from "@/lib/line/keys";
import { drawHash } from "@/lib/secrets/draw-hash";
import { createDrawSigner } from "@/lib/secrets/draw-signer";
import { parseMasterKey } from "@/lib/secrets/seal";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import { solveWork } from "@/tools/shared/solve-work";

const master = parseMasterKey(randomBytes(32).toString("base64url"));
const signer = createDrawSigner(master);
const room = startTestRoom(master);
const { call, cookieOf, id, redis } = room;
const START_MS = 3_600_000;

const SUSPECT = MARKS.headless | MARKS.duplicateIdentity;
const FROM_SCORE = 60;

/** The pre-queue of an event that drops suspicious places at its draw. */
async function open() {
  const startAtMs = Date.now() + START_MS;
  const eventId = `d${randomBytes(6).toString("hex")}`;
  const promised = createCommitment(
    {
      ...{ customerId: room.customerId, eventId, runId: "1", startAtMs },
      source: { type: "none" },
      exclusion: { action: "drop", fromScore: FROM_SCORE },
      secret: randomBytes(32),
    },
    drawHash,
  );
  return room.open({
    eventId,
    startAtMs,
    kind: "scheduled",
    preQueueMinutes: 1_440,
    protection: { ...UNPROTECTED, challenge: { ...UNPROTECTED.challenge, difficulty: 8 } },
    draw: {
      commitment: commitmentText(promised),
      hash: toHex(commitmentHash(promised, drawHash)),
      signature: toHex(signCommitment(promised, signer.sign)),
      publicKey: signer.publicKey,
    },
  });
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Two people and a bot, of whom the line notes what was noticed. */
async function joinThree(opened: Opened) {
  const cookies = [];
  for (let at = 0; at < 3; at += 1) cookies.push((await room.joinAndWait(opened)).cookie);
  await redis.setrange(eventKeys(opened.settings).marks, 2, String.fromCharCode(SUSPECT));
  const [first = "", bot = "", last = ""] = cookies;
  return { people: [first, last], bot };
}

async function draw({ settings }: Opened) {
  const line = await room.context.lines.find(settings);
  await passTime(redis, settings, START_MS + 3_500);
  await line?.refresh();
  const startAtMs = settings.startAtMs ?? 0;
  const times = { notBeforeMs: startAtMs + 3_000, latestMs: startAtMs + 5_000 };
  const closed = await closeGroups(redis, settings, times);
  if (closed.status !== "CLOSED") throw new Error(`Closing answered ${closed.status}.`);
  const { groups, lastIndex } = closed;
  const marksOf = await readMarks(redis, settings, groups);
  const excluded = exclude(groups, (index) => scoreOf(marksOf(index)).score >= FROM_SCORE);
  const rules = { weights: [1], action: "drop", excluded } as const;
  const decided = { key: randomBytes(32), groups, lastIndex, rules };
  await settleDraw(redis, settings, { decided, isAgain: false });
  await line?.refresh();
}

const statusOf = async ({ base }: Opened, cookie: string) =>
  JSON.parse((await call("GET", `${base}/status`, { headers: { cookie } })).body);
const joinAs = (opened: Opened, cookie: string, form: Record<string, string>) =>
  call("POST", `${opened.base}/join`, { headers: { cookie }, form });
const HTML = { accept: "text/html", "sec-fetch-mode": "navigate" };

test("until the draw a suspicious place is told what everybody is told", async () => {
  const opened = await open();
  const { people, bot } = await joinThree(opened);
  const [person = ""] = people;
  const own = ["number", "joinedAt", "supportCode", "receipt"];
  const shown = async (cookie: string) => {
    const { line, ...rest } = await statusOf(opened, cookie);
    const facts = Object.entries(rest).map(([name, value]) => [
      name,
      own.includes(name) ? typeof value : value,
    ]);
    return [facts, Object.keys(line)];
  };
  expect(await shown(bot)).toEqual(await shown(person));
  await passTime(redis, opened.settings, START_MS + 3_500);
  await (await room.context.lines.find(opened.settings))?.refresh();
  expect(await shown(bot)).toEqual(await shown(person));
});

test("afterwards it is told that it was dropped and why, with its support code, on every way", async () => {
  const opened = await open();
  const { people, bot } = await joinThree(opened);
  const { supportCode } = await statusOf(opened, bot);
  await draw(opened);
  const answer = await statusOf(opened, bot);
  expect(answer).toEqual({ status: "dropped", pageUrl: expect.stringContaining("/?c=") });
  const page = await call("GET", opened.page, { headers: { cookie: bot, ...HTML } });
  expect(page.status).toBe(200);
  expect(page.body).toContain("Your place was not drawn");
  expect(page.body).toContain(supportCode);
  const program = { accept: "application/json", cookie: bot };
  const told = JSON.parse((await call("GET", opened.page, { headers: program })).body);
  expect(told).toMatchObject({ state: "dropped", next: "open" });
  // A page that joins by itself does not slip behind the others unnoticed.
  expect(JSON.parse((await joinAs(opened, bot, { joinId: id() })).body)).toEqual(answer);
  const numbers = await Promise.all(people.map((cookie) => statusOf(opened, cookie)));
  expect(numbers.map(({ number }) => number).toSorted()).toEqual([1, 2]);
});

test("it joins again behind everybody, with a proof and because somebody asks for it", async () => {
  const opened = await open();
  const { bot } = await joinThree(opened);
  await draw(opened);
  const joinId = id();
  const asked = JSON.parse((await joinAs(opened, bot, { joinId, again: "1" })).body);
  expect(asked.status).toBe("challenge");
  const proof = solveWork(asked.challenge);
  const reply = await joinAs(opened, bot, { joinId, again: "1", proof });
  expect(JSON.parse(reply.body)).toMatchObject({ status: "waiting", number: 4 });
  expect(await statusOf(opened, cookieOf(reply))).toMatchObject({ status: "waiting", number: 4 });
});
