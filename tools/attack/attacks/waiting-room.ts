import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { connect as connectTcp, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { Redis } from "ioredis";
import { formatAccessCode, makeAccessCodes } from "@/lib/domain/access-code/access-code";
import { createEvent } from "@/lib/services/event/manage/create";
import { ask, form, newClaim } from "../../shared/ask";
import { type AttackResult, attacksOn, isTaken, type Target } from "../attack";
import { becomeCustomer } from "../attacker";
import { honestVisitor } from "../honest";

const DEMO = "demo/demosale";
const BODY_BYTES = 100 * 1_048_576;
/** What a server may take of a body that it does not want: the buffers of the machine. */
const TAKEN_BYTES_MAX = 16 * 1_048_576;
const CHUNK = Buffer.alloc(65_536, 97);
/** Nobody may hold a connection longer without saying anything. */
const IDLE_MS_MAX = 60_000;
const GUESSES = 400;
/** Of one address, in two windows at the most. */
const GUESSES_MAX = 40;

/** Sends a body of 100 MB and answers how much of it was taken. */
function pourInto(address: string, head: string): Promise<number> {
  const { port } = new URL(address);
  return new Promise((resolve) => {
    let sent = 0;
    const socket = connectTcp(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(sent));
    socket.resume();
    const pour = (): void => {
      while (sent < BODY_BYTES && socket.writable) {
        sent += CHUNK.length;
        if (!socket.write(CHUNK)) return void socket.once("drain", pour);
      }
      socket.end();
    };
    socket.write(head);
    pour();
  });
}

async function pourBodies({ waitingRoomUrl, shopUrl }: Target): Promise<AttackResult> {
  const post = (path: string, url: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: ${type}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;
  const chunked = (path: string, url: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n6400000\r\n`;
  const targets: readonly (readonly [string, string])[] = [
    [
      waitingRoomUrl,
      post(`/line/${DEMO}/join`, waitingRoomUrl, "application/x-www-form-urlencoded"),
    ],
    [waitingRoomUrl, post(`/status/stock/${DEMO}`, waitingRoomUrl, "application/json")],
    [waitingRoomUrl, chunked(`/api/mobileapp/queue/${DEMO}/enqueue`, waitingRoomUrl)],
    [waitingRoomUrl, chunked("/nowhere", waitingRoomUrl)],
    [waitingRoomUrl, post("/health", waitingRoomUrl, "text/plain")],
    [shopUrl, post("/leave", shopUrl, "application/x-www-form-urlencoded")],
    [shopUrl, chunked("/", shopUrl)],
  ];
  const taken: number[] = [];
  for (const [url, head] of targets) taken.push(await pourInto(url, head));
  const megabytes = taken.map((bytes) => Math.round(bytes / 1_048_576));
  const seen = `Of 100 MB each, ${megabytes.join(", ")} MB were taken.`;
  return { succeeded: taken.some((bytes) => bytes > TAKEN_BYTES_MAX), seen };
}

async function storeLineBreaks(target: Target): Promise<AttackResult> {
  const context = await becomeCustomer(target);
  const typed = [
    "https://shop.example/\nset-cookie:a=b",
    "https://shop.example/\r\n\r\n<html>",
    "https://shop.exa\tmple/",
  ];
  const taken = await Promise.all(
    typed.map((targetUrl, index) =>
      isTaken(
        createEvent(context, {
          ...{ eventId: `break${index}`, name: "Break", kind: "always-on" },
          targetUrl,
        }),
      ),
    ),
  );
  const count = taken.filter(Boolean).length;
  return { succeeded: count > 0, seen: `${count} of ${typed.length} addresses were stored.` };
}

async function reflectHost({ waitingRoomUrl }: Target): Promise<AttackResult> {
  const answer = await ask(`${waitingRoomUrl}/api/mobileapp/queue/${DEMO}/enqueue`, {
    method: "POST",
    headers: { host: "evil.example", "content-type": "application/json" },
    body: "{}",
  });
  if (answer.status !== 200) throw new Error(`The app was answered ${answer.status}.`);
  const { QueueUrl } = JSON.parse(answer.body) as { QueueUrl: string };
  return { succeeded: QueueUrl.includes("evil.example"), seen: `The app is sent to ${QueueUrl}` };
}

/** How long a connection stays open over which nothing useful goes; `IDLE_MS_MAX` if it does not end. */
function holdOpen(socket: Socket, text: string): Promise<number> {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => {
      socket.destroy();
      resolve(IDLE_MS_MAX);
    }, IDLE_MS_MAX);
    socket.on("error", () => undefined);
    socket.resume();
    socket.on("close", () => {
      clearTimeout(giveUp);
      resolve(performance.now() - startedAtMs);
    });
    if (text !== "") socket.write(text);
  });
}

async function holdConnections({ waitingRoomUrl, env }: Target): Promise<AttackResult> {
  const { port, host } = new URL(waitingRoomUrl);
  const tlsPort = Number(env["WAITING_ROOM_TLS_PORT"]);
  const plain = () => connectTcp(Number(port), "127.0.0.1");
  const held = await Promise.all([
    holdOpen(plain(), ""),
    holdOpen(plain(), `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    holdOpen(plain(), `GET /health HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `),
    // A port with TLS to which nobody speaks TLS.
    holdOpen(connectTcp(tlsPort, "127.0.0.1"), ""),
    holdOpen(connectTls({ port: tlsPort, host: "127.0.0.1", rejectUnauthorized: false }), ""),
  ]);
  const seconds = held.map((ms) => Math.round(ms / 1_000));
  const seen = `Connections without use lived ${seconds.join(", ")} s.`;
  return { succeeded: held.some((ms) => ms >= IDLE_MS_MAX), seen };
}

async function guessCodes({ waitingRoomUrl }: Target): Promise<AttackResult> {
  const codes = makeAccessCodes(GUESSES, randomBytes).map(formatAccessCode);
  const statuses = new Map<number, number>();
  for (let start = 0; start < codes.length; start += 50) {
    const answers = await Promise.all(
      codes
        .slice(start, start + 50)
        .map((code) =>
          ask(`${waitingRoomUrl}/line/${DEMO}/join`, form({ joinId: newClaim(), code })),
        ),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const lookedAt = statuses.get(403) ?? 0;
  // Who guesses often is asked for a proof of work first, and no code is looked at.
  const heldBack = (statuses.get(429) ?? 0) + (statuses.get(200) ?? 0);
  if (lookedAt + heldBack !== GUESSES) {
    throw new Error(`Codes were answered ${JSON.stringify([...statuses])}.`);
  }
  const seen = `${lookedAt} of ${GUESSES} guesses were looked at.`;
  return { succeeded: lookedAt > GUESSES_MAX, seen };
}

async function readRedis({ env }: Target): Promise<AttackResult> {
  const { host } = new URL(env["REDIS_URL"] ?? "");
  const client = new Redis(`redis://${host}`, { retryStrategy: () => null, lazyConnect: true });
  client.on("error", () => undefined);
  const answer = await client.ping().catch((error: Error) => error.message);
  client.disconnect();
  const folder = join(env["DATA_DIR"] ?? "", "redis");
  const mode = (await stat(folder).catch(() => null))?.mode ?? 0o700;
  const isOpen = (mode & 0o077) !== 0;
  const seen = `Without a password Redis says "${answer}"; its folder has mode ${(mode & 0o777).toString(8)}.`;
  return { succeeded: answer === "PONG" || isOpen, seen };
}

export const WAITING_ROOM_ATTACKS = attacksOn(honestVisitor, {
  "S10-endless-bodies": [
    "A stranger sends bodies of 100 MB to the waiting room and the shop",
    pourBodies,
  ],
  "S19-line-breaks": ["A customer stores addresses with line breaks in them", storeLineBreaks],
  "S20-foreign-host": ["A caller names another host and has it repeated to an app", reflectHost],
  "S22-open-redis": [
    "A program on the same machine reads the Redis that was brought along",
    readRedis,
  ],
  "S23-idle-connections": ["A stranger holds connections open without using them", holdConnections],
  "S25-guessed-codes": ["A stranger guesses access codes", guessCodes],
});
