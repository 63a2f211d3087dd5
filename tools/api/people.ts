import { randomBytes, randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { notePull, readPulls } from "@/lib/line/commands/pulls";
import { type EventRef, eventKeys, pullKeys } from "@/lib/line/keys";
import { createDrawSigners } from "@/lib/secrets/draw-signer";
import { falseIdOfJoin } from "@/lib/secrets/false-queue-id";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { advanceDraws } from "@/lib/services/event/draw/advance";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { suspendCustomer } from "@/lib/services/installation/customer/suspend";
import { storeDueReports } from "@/lib/services/operation/report/store-due";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { joinByInvitation } from "@/lib/services/people/invitation/accept";
import { inviteByInstallation } from "@/lib/services/people/invitation/create";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { sendStream } from "@/lib/services/sites/webhook/send-streams";
import { claimStreams } from "@/lib/services/sites/webhook/streams";
import { EventLine } from "@/waiting-room/line/event-line";

/** Calls an operation of the customer's API, with these values or with its example. Answers what it answered. */
export type Act = (
  operationId: string,
  input?: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

type Make = (context: ServiceContext, act: Act) => Promise<string>;

const OPEN = "springsale";
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Three runs are counted in each, those of others among them. */
const REPORT_ROUNDS = 50;
const SECRET_TEXT_BYTES = 12;

/**
 * What no single operation makes: people do it, visitors, connectors and time. Each comes about by the code that does it for them,
 * and answers the id by which examples name it.
 */
export const PEOPLE: Readonly<Record<string, Make>> = {
  member: inviteMember,
  approval: askApproval,
  supportCode: (context) => joinLine(context, OPEN),
  falseQueueId: lureIntoFalseQueue,
  silentConnector: pullLongAgo,
  drawnEvent: (context, act) => drawEvent(context, act, { eventId: "drawnsale", type: "none" }),
  frozenDrawEvent: (context, act) =>
    drawEvent(context, act, { eventId: "frozensale", type: "typed", name: "Lottery numbers" }),
  accessCode: async (_, act) => firstCodeOf(await act("createAccessCodes")),
  run: async (_, act) => runOf(await act("listRuns", { eventId: OPEN })),
  endedRun: endRun,
  newCustomer: async () => `new${randomBytes(6).toString("hex")}`,
  customer: async ({ customer }) => customer.wireId,
  suspendedCustomer: async (context) => {
    await suspendCustomer(context, { events: "hold" });
    return context.customer.wireId;
  },
  sentWebhookDelivery: sendWebhook,
};

/** The events whose lines those things need. */
export const EVENTS_OF_PEOPLE: Readonly<Record<string, readonly string[]>> = {
  ...{ supportCode: [OPEN], falseQueueId: [OPEN], run: [OPEN], approval: [OPEN] },
  endedRun: ["oldsale"],
};

/** It fails, as a receiver that is not there does: then the test has been made. */
async function sendWebhook(_: ServiceContext, act: Act): Promise<string> {
  const { id } = await act("testWebhook");
  for (const stream of await claimStreams(1_000)) await sendStream(stream, () => true);
  return String(id);
}

/** What the worker does within a second: settings and lines reach Redis. */
export async function tellLine(): Promise<void> {
  await readFromLine(relayOutbox);
}

async function inviteMember(context: ServiceContext): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { address } = await inviteByInstallation(context, { email, role: "admin" });
  const token = new URL(address).searchParams.get("token") ?? "";
  const password = randomBytes(SECRET_TEXT_BYTES).toString("base64url");
  const from = [1, 2, 3].map(() => randomBytes(1).readUInt8()).join(".");
  const { userId } = await joinByInvitation({ token, name: "Mia", password }, `10.${from}`);
  const customerId = context.customer.id;
  const where = { userId_customerId: { userId, customerId } };
  return (await db().membership.findUniqueOrThrow({ where })).id;
}

async function askApproval(context: ServiceContext, act: Act): Promise<string> {
  await inviteMember(context);
  await inviteMember(context);
  await setApprovals(context, { topics: ["messages"] });
  const asked = await act("setMessage");
  return String(asked["approvalId"]);
}

async function openLine({ customer }: ServiceContext, eventId: string) {
  await tellLine();
  const settings = await readFromLine((redis) =>
    readPublishedEvent(redis, customer.wireId, eventId),
  );
  if (settings === null) throw new Error(`${eventId} is not published.`);
  const signers = createDrawSigners(masterKeysFromEnvironment());
  const line = await readFromLine(async (redis) => {
    const opened = new EventLine(redis, settings, "api-fixture", signers);
    await opened.refresh();
    return opened;
  });
  return { settings, line };
}

/** Somebody joins; answers the support code that their page shows. */
async function joinLine(context: ServiceContext, eventId: string): Promise<string> {
  const { line, settings } = await openLine(context, eventId);
  const joined = await line.join({ lane: 0, joinId: randomBytes(16), marks: 0 });
  if (joined.type !== "joined") throw new Error(`The join was ${joined.type}.`);
  return supportCode({ runId: settings.runId, lane: 0, number: joined.number });
}

async function lureIntoFalseQueue({ customer }: ServiceContext): Promise<string> {
  const where = { customerId_wireId: { customerId: customer.id, wireId: OPEN } };
  const event = await db().event.findUniqueOrThrow({ where });
  const named = { id: event.id, customerId: customer.wireId, eventId: OPEN };
  const key = await db().$transaction((tx) => eventKeyOf(tx, named));
  return falseIdOfJoin(key, event.currentRun, randomBytes(16)).queueId;
}

async function pullLongAgo({ customer }: ServiceContext): Promise<string> {
  const { id: apiKeyId } = await db().apiKey.findFirstOrThrow({
    where: { customerId: customer.id },
  });
  const said = { connector: "@stanchion/connector-node/1.0.0", runtime: null, keyIds: null };
  const where = { network: "203.0.113.0/24", origin: "203.0.113.7", instance: null };
  return readFromLine(async (redis) => {
    const served = { configVersion: null, servedVersion: 0 };
    await notePull(redis, customer.wireId, { apiKeyId, ...said, ...where, ...served });
    const [pull] = await readPulls(redis, customer.wireId);
    if (pull === undefined) throw new Error("The pull was not noted.");
    const { pulls } = pullKeys(customer.wireId);
    const seenAtMs = pull.seenAtMs - HOUR_MS;
    const text = (await redis.hget(pulls, pull.id)) ?? "{}";
    await redis.hset(pulls, pull.id, JSON.stringify({ ...JSON.parse(text), seenAtMs }));
    return pull.id;
  });
}

/** An event whose pre-queue had somebody in it, after its start: as far as its draw goes by itself. */
async function drawEvent(
  context: ServiceContext,
  act: Act,
  { eventId, ...draw }: Readonly<{ eventId: string; type: string; name?: string }>,
): Promise<string> {
  const startAtMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 2 * HOUR_MS;
  await act("createEvent", {
    ...{ eventId, name: "Draw", kind: "scheduled", targetUrl: "https://shop.example.com/" },
    ...{ startLocal: new Date(startAtMs).toISOString().slice(0, 16), preQueueMinutes: 1_440 },
    draw,
  });
  await act("startEvent", { eventId });
  await joinLine(context, eventId);
  const { settings, line } = await openLine(context, eventId);
  await passTime(settings, startAtMs + 11_000 - line.clock.heardLineMs);
  await readFromLine(advanceDraws);
  return eventId;
}

/** Of the clock of one line. */
async function passTime(event: EventRef, ms: number): Promise<void> {
  await readFromLine((redis) => redis.hincrby(eventKeys(event).line, "correctionMs", ms));
}

async function endRun(_: ServiceContext, act: Act): Promise<string> {
  const runId = runOf(await act("listRuns", { eventId: "oldsale" }));
  const inTwoMinutes = new Date(Date.now() + 2 * MINUTE_MS);
  for (let round = 0; round < REPORT_ROUNDS; round += 1) {
    if ((await db().runReport.findUnique({ where: { runId } })) !== null) return runId;
    await storeDueReports(inTwoMinutes);
  }
  throw new Error(`The run ${runId} was not counted.`);
}

function firstCodeOf({ csv }: Readonly<Record<string, unknown>>): string {
  const [, row = ""] = String(csv).split("\r\n");
  return row.split(",")[0] ?? "";
}

function runOf(page: Readonly<Record<string, unknown>>): string {
  const { items } = page;
  return String(Object(Array.isArray(items) ? items[0] : null).runId);
}
