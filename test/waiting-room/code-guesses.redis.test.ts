import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  accessCodeId,
  formatAccessCode,
  makeAccessCodes,
} from "@/lib/domain/access-code/access-code";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { CODE_GUESSES } from "@/lib/line/commands/code-guesses";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { keyFromMaster } from "@/lib/secrets/event-key";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const first = startTestRoom(undefined, { trustedProxies: 1 });
/** Another process of the same waiting room. */
const second = startTestRoom(first.master, { trustedProxies: 1 });

type Opened = Awaited<ReturnType<typeof first.open>>;

const newCode = () => formatAccessCode(makeAccessCodes(1, randomBytes)[0] ?? "");

function join({ base }: Opened, code: string, address: string, room = first): Promise<Reply> {
  return room.call("POST", `${base}/join`, {
    headers: { "x-forwarded-for": address },
    form: { joinId: room.id(), code },
  });
}

async function goodCode({ settings }: Opened, uses: number): Promise<string> {
  const [code = ""] = makeAccessCodes(1, randomBytes);
  const { customerId, eventId } = settings;
  const hash = accessCodeHash(keyFromMaster(first.master));
  const codeId = accessCodeId({ customerId, eventId, code }, hash);
  await publishCodes(first.redis, settings, [{ id: codeId, uses, lane: null }]);
  return formatAccessCode(code);
}

const statusesOf = (replies: readonly Reply[], status: number) =>
  replies.filter((reply) => reply.status === status).length;

test("of many codes that one address guesses at once at several processes a few are looked at", async () => {
  const opened = await first.open();
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      join(opened, newCode(), "198.51.100.7", index % 2 === 0 ? first : second),
    ),
  );
  // A window may end in the middle; two of them are looked at then.
  const lookedAt = statusesOf(replies, 403);
  expect([CODE_GUESSES.limit.address, 2 * CODE_GUESSES.limit.address]).toContain(lookedAt);
  expect(statusesOf(replies, 429)).toBe(200 - lookedAt);
  const refused = replies.find(({ status }) => status === 429);
  expect(JSON.parse(refused?.body ?? "{}")).toMatchObject({ code: "code-guesses" });
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  const code = await goodCode(opened, 1);
  expect((await join(opened, code, "198.51.100.7")).status).toBe(429);
  expect((await join(opened, code, "198.51.100.8")).status).toBe(200);
  const other = await first.open();
  expect((await join(other, newCode(), "198.51.100.7")).status).toBe(403);
});

test("typing mistakes count as guesses only where the customer's own codes may look like them", async () => {
  const made = await first.open();
  const own = await first.open({ hasOwnCodes: true });
  const mistyped = (opened: Opened) =>
    Promise.all(
      Array.from({ length: 3 * CODE_GUESSES.limit.address }, (_, index) =>
        join(opened, `FAN-2026-${100 + index}`, "198.51.100.10"),
      ),
    );
  const replies = await mistyped(made);
  expect(new Set(replies.map(({ body }) => JSON.parse(body).code))).toEqual(
    new Set(["code-mistyped"]),
  );
  const code = await goodCode(made, 1);
  expect((await join(made, code, "198.51.100.10")).status).toBe(200);
  expect(statusesOf(await mistyped(own), 429)).toBeGreaterThan(0);
});

test("all addresses of a network of 64 bits count as one", async () => {
  const opened = await first.open();
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => join(opened, newCode(), `2001:db8:1:2::${index}`)),
  );
  expect(statusesOf(replies, 403)).toBeLessThanOrEqual(2 * CODE_GUESSES.limit.address);
  expect(statusesOf(replies, 429)).toBeGreaterThan(0);
  expect((await join(opened, newCode(), "2001:db8:1:3::1")).status).toBe(403);
});

test("the networks of one site of 48 bits do not have all their guesses each", async () => {
  const opened = await first.open();
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => join(opened, newCode(), `2001:db8:2:${index}::1`)),
  );
  expect([CODE_GUESSES.limit.site, 2 * CODE_GUESSES.limit.site]).toContain(
    statusesOf(replies, 403),
  );
  expect((await join(opened, newCode(), "2001:db8:3::1")).status).toBe(403);
});

test("codes that are right are not counted, however many come from one address", async () => {
  const opened = await first.open();
  const code = await goodCode(opened, 500);
  for (let times = 0; times < 3 * CODE_GUESSES.limit.address; times += 1) {
    expect((await join(opened, code, "198.51.100.9")).status).toBe(200);
  }
  expect((await join(opened, newCode(), "198.51.100.9")).status).toBe(403);
});
