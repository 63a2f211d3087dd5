import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { connect as connectTcp, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { Redis } from "ioredis";
import { formatAccessCode, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { createEvent } from "@/lib/services/event/manage/create";
import { sleep } from "@/tools/shared/time";
import { type Answer, ask, form, NAVIGATION, newClaim } from "../../shared/ask";
import { inGroups } from "../../shared/in-groups";
import { attacksOn, isTaken, pouring, tryEach } from "../attack";
import { becomeCustomer, lineOf, newWireId, openJoinableEvent, SALE } from "../people";

const DEMO = "demo/demosale";
const MEGABYTE = 1_048_576;
const BODY_BYTES = 100 * MEGABYTE;
/** What a server may take of a body that it does not want: the buffers of the machine. */
const TAKEN_BYTES_MAX = 16 * MEGABYTE;
/** Nobody may hold a connection longer without saying anything. */
const IDLE_MS_MAX = 60_000;
const GUESSES = 400;
/** Of one address, in two windows at the most. */
const GUESSES_MAX = 40;
const ROUNDS = 30;
const DORMANT_MS = 60_000;

const FORM = "application/x-www-form-urlencoded";
/** At whom, where to and as what a body is sent; one without a type comes in pieces. */
const POURED: readonly (readonly ["waitingRoomUrl" | "shopUrl", path: string, type?: string])[] = [
  ["waitingRoomUrl", `/line/${DEMO}/join`, FORM],
  ["waitingRoomUrl", `/status/stock/${DEMO}`, "application/json"],
  ["waitingRoomUrl", `/api/mobileapp/queue/${DEMO}/enqueue`],
  ["waitingRoomUrl", "/nowhere"],
  ["waitingRoomUrl", "/health", "text/plain"],
  ["shopUrl", "/leave", FORM],
  ["shopUrl", "/"],
];

function endOf(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once("close", resolve));
}

/** Sends a body of 100 MB and answers how much of it was taken. */
async function pourInto(address: string, path: string, type?: string): Promise<number> {
  const { port, host } = new URL(address);
  let sent = 0;
  const socket = connectTcp(Number(port), "127.0.0.1").on("error", () => undefined);
  socket.resume();
  const length =
    type === undefined
      ? "application/json\r\nTransfer-Encoding: chunked\r\n\r\n6400000"
      : `${type}\r\nContent-Length: ${BODY_BYTES}\r\n`;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${length}\r\n`);
  pouring(BODY_BYTES, (bytes) => (sent += bytes)).pipe(socket);
  await endOf(socket);
  return sent;
}

/** How long a connection stays open over which nothing useful goes; `IDLE_MS_MAX` if it does not end. */
async function holdOpen(socket: Socket, text = ""): Promise<number> {
  const startedAtMs = performance.now();
  socket.on("error", () => undefined).resume();
  if (text !== "") socket.write(text);
  const ended = endOf(socket).then(() => performance.now() - startedAtMs);
  const heldMs = await Promise.race([ended, sleep(IDLE_MS_MAX).then(() => IDLE_MS_MAX)]);
  socket.destroy();
  return heldMs;
}

function openAs(page: string, userAgent: string): Promise<Answer> {
  return ask(page, { headers: { ...NAVIGATION, "user-agent": userAgent } });
}

function wentIn({ headers }: Answer): boolean {
  return headers.location?.includes("queueittoken=") === true;
}

/** Cookies of so many events, as another customer of the same host can have a browser keep them. */
function pileOf(events: number): string {
  const cookies = Array.from({ length: events }, (_, index) => {
    const event = `mallory_old${index}`;
    return `stanchion_${event}=${"p".repeat(130)}; stanchion-claim_${event}=${"c".repeat(22)}`;
  });
  return cookies.join("; ");
}

export const WAITING_ROOM_ATTACKS = attacksOn(openJoinableEvent, {
  "S10-endless-bodies: A stranger sends bodies of 100 MB to the waiting room and the shop": async (
    target,
  ) => {
    const taken: number[] = [];
    for (const [at, path, type] of POURED) taken.push(await pourInto(target[at], path, type));
    const megabytes = taken.map((bytes) => Math.round(bytes / MEGABYTE));
    const seen = `Of 100 MB each, ${megabytes.join(", ")} MB were taken.`;
    return { succeeded: taken.some((bytes) => bytes > TAKEN_BYTES_MAX), seen };
  },
  "S19-line-breaks: A customer stores addresses with line breaks in them": async () => {
    const context = await becomeCustomer();
    const typed = [
      "https://shop.example/\nset-cookie:a=b",
      "https://shop.example/\r\n\r\n<html>",
      "https://shop.exa\tmple/",
    ];
    return tryEach(typed, (targetUrl) =>
      isTaken(createEvent(context, { ...SALE, targetUrl, eventId: newWireId() })),
    );
  },
  "S20-foreign-host: A caller names another host and has it repeated to an app": async (target) => {
    const answer = await ask(`${target.waitingRoomUrl}/api/mobileapp/queue/${DEMO}/enqueue`, {
      method: "POST",
      headers: { host: "evil.example", "content-type": "application/json" },
      body: "{}",
    });
    if (answer.status !== 200) throw new Error(`The app was answered ${answer.status}.`);
    const { QueueUrl } = JSON.parse(answer.body) as { QueueUrl: string };
    return { succeeded: QueueUrl.includes("evil.example"), seen: `The app is sent to ${QueueUrl}` };
  },
  "S22-open-redis: A program on the same machine reads the Redis that was brought along": async ({
    env,
  }) => {
    const { host } = new URL(env["REDIS_URL"] ?? "");
    const client = new Redis(`redis://${host}`, { retryStrategy: () => null, lazyConnect: true });
    client.on("error", () => undefined);
    const answer = await client.ping().catch((error: Error) => error.message);
    client.disconnect();
    const folder = join(env["DATA_DIR"] ?? "", "redis");
    const mode = ((await stat(folder).catch(() => null))?.mode ?? 0o700) & 0o777;
    const seen = `Without a password Redis says "${answer}"; its folder has mode ${mode.toString(8)}.`;
    return { succeeded: answer === "PONG" || (mode & 0o077) !== 0, seen };
  },
  "S23-idle-connections: A stranger holds connections open without using them": async ({
    waitingRoomUrl,
    env,
  }) => {
    const { port, host } = new URL(waitingRoomUrl);
    const tlsPort = Number(env["WAITING_ROOM_TLS_PORT"]);
    const plain = () => connectTcp(Number(port), "127.0.0.1");
    const held = await Promise.all([
      holdOpen(plain()),
      holdOpen(plain(), `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
      holdOpen(plain(), `GET /health HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
      // A port with TLS to which nobody speaks TLS.
      holdOpen(connectTcp(tlsPort, "127.0.0.1")),
      holdOpen(connectTls({ port: tlsPort, host: "127.0.0.1", rejectUnauthorized: false })),
    ]);
    const seconds = held.map((ms) => Math.round(ms / 1_000));
    const seen = `Connections without use lived ${seconds.join(", ")} s.`;
    return { succeeded: held.some((ms) => ms >= IDLE_MS_MAX), seen };
  },
  "S25-guessed-codes: A stranger guesses access codes": async ({ waitingRoomUrl }) => {
    const codes = makeAccessCodes(GUESSES, randomBytes).map(formatAccessCode);
    const answers = await inGroups(50, codes, (code) =>
      ask(`${waitingRoomUrl}/line/${DEMO}/join`, form({ joinId: newClaim(), code })),
    );
    const statuses = answers.map(({ status }) => status);
    const lookedAt = statuses.filter((status) => status === 403).length;
    // Who guesses often is asked for a proof of work first, and no code is looked at.
    const odd = statuses.filter((status) => ![403, 429, 200].includes(status));
    if (odd.length > 0) throw new Error(`Codes were answered ${odd.join(", ")}.`);
    const seen = `${lookedAt} of ${GUESSES} guesses were looked at.`;
    return { succeeded: lookedAt > GUESSES_MAX, seen };
  },
  "K15-cookies-off: A browser without cookies takes a slot with each round between line and site":
    async (target) => {
      const { page } = lineOf(target, await openJoinableEvent(target));
      const endsAtMs = Date.now() + DORMANT_MS;
      for (let others = 0; !wentIn(await openAs(page, `Somebody ${others}`)); others += 1) {
        if (Date.now() > endsAtMs) throw new Error("Nobody goes straight in at this event.");
        await sleep(1_000);
      }
      let slots = 0;
      for (let round = 0; round < ROUNDS; round += 1)
        if (wentIn(await openAs(page, "Mallory"))) slots += 1;
      if (slots === 0) throw new Error("The attacker did not go in at all.");
      return {
        succeeded: slots > 1,
        seen: `${ROUNDS} rounds without a cookie took ${slots} slot.`,
      };
    },
  "K21-many-cookies: A customer has browsers keep so many cookies that no page of others opens any more":
    async (target) => {
      const event = await openJoinableEvent(target);
      const { page } = lineOf(target, event);
      const few = await openAs(page, "Victim");
      if (few.status === 0 || few.status >= 400) throw new Error(`The page answers ${few.status}.`);
      const own = `stanchion_${event.customerId}_${event.eventId}`;
      const seen: string[] = [];
      let isHarmed = false;
      for (const events of [35, 70, 120, 700]) {
        const cookie = `${pileOf(events)}; ${own}=victim`;
        const { status, body, headers } = await ask(page, { headers: { ...NAVIGATION, cookie } });
        const gone = (headers["set-cookie"] ?? []).filter((text) => /max-age=0/i.test(text));
        const isMended = gone.some((text) => text.includes("mallory")) && body !== "";
        isHarmed ||= !isMended || gone.some((text) => text.startsWith(`${own}=`));
        seen.push(`${events} events: ${status}, ${gone.length} cookies less`);
      }
      return { succeeded: isHarmed, seen: `${seen.join("; ")}.` };
    },
});
