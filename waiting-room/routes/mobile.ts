import { randomUUID } from "node:crypto";
import { parseJson, readJsonText } from "@/waiting-room/http/body";
import { addressOf, type Exchange, HttpError, sendJson } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { addressToBind, type Pass, passThrough } from "@/waiting-room/visit/admission";
import { answerAfterEnd } from "@/waiting-room/visit/after-event";
import { enterDirectly, mayEnterDirectly } from "@/waiting-room/visit/direct-entry";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findEvent, whatIsOpen } from "@/waiting-room/visit/visit";

/** How long an app may come back to the address without asking again. */
const URL_MINUTES = 20;
const TEXT_MAX = 4_096;

const ENQUEUE_TOKEN = "enqueuetoken";
/** What an app may say about its visitor, and what becomes of it in the address of the page. */
const PASSED_ON = {
  userId: "userId",
  layoutName: "l",
  language: "cid",
  enqueueToken: ENQUEUE_TOKEN,
};

/** By their names in the address. */
type Asked = ReadonlyMap<string, string>;

/**
 * `POST /api/mobileapp/queue/{c}/{e}/enqueue`: where apps with a mobile SDK ask. Who does not have to
 * wait gets a token at once; everybody else the address of the page that joins. It gives nobody a place.
 */
export async function mobileEnqueue(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const asked = readAsked(parseJson(await readJsonText(exchange)));
  const line = await findEvent(context, customerId, eventId);
  const { settings } = line;
  if (settings.inviteOnly && !asked.has(ENQUEUE_TOKEN)) {
    throw new HttpError("invitation-needed", undefined, settings);
  }
  const admitted = await admitAtOnce(context, exchange, line);
  const customer = await context.customers.find(settings.customerId);
  sendJson(exchange, 200, {
    QueueId: admitted?.queueId ?? null,
    QueueUrl: pageUrl(exchange, line, asked),
    QueueUrlTTLInMinutes: URL_MINUTES,
    EventTargetUrl: settings.targetUrl,
    // Null and never "": one SDK takes an empty token for a pass.
    QueueitToken:
      admitted === null ? null : context.secrets.queueToken(settings, customer, admitted),
  });
}

function readAsked(body: unknown): Asked {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new HttpError("bad-request");
  }
  const fields = new Map<string, unknown>(Object.entries(body));
  const asked = new Map<string, string>();
  for (const [name, parameter] of Object.entries(PASSED_ON)) {
    const value = fields.get(name) ?? "";
    if (typeof value !== "string" || value.length > TEXT_MAX) throw new HttpError("bad-request");
    if (value !== "") asked.set(parameter, value);
  }
  return asked;
}

/** Outside the line or straight through it, as a browser that comes to the page; null for the page. */
async function admitAtOnce(context: ServerContext, exchange: Exchange, line: EventLine) {
  const address = addressToBind(line, exchange);
  const pass = passOf(line, address);
  if (pass !== null) {
    const { admittedAtMs } = await passThrough(context, line, pass);
    return { ...pass, admittedAtMs };
  }
  if (line.settings.admission !== null || !mayEnterDirectly(context, exchange, line)) return null;
  const entry = await enterDirectly(context, line, address);
  if (entry === null) return null;
  const { queueId, lineTimeMs } = entry;
  return { queueId, admittedAtMs: lineTimeMs, redirectType: "safetynet", address };
}

/** Why nothing holds anybody back at this event; null when something does. */
function passOf(line: EventLine, address: string | null): Pass | null {
  const { settings } = line;
  const queueId = randomUUID();
  if (whatIsOpen(line).phase === "ended") {
    const answer = answerAfterEnd(settings, settings.targetUrl);
    const { kind } = answer;
    return kind === "let-through" ? { queueId, redirectType: answer.redirectType, address } : null;
  }
  return settings.method === "passthrough" ? { queueId, redirectType: "disabled", address } : null;
}

function pageUrl(exchange: Exchange, { settings }: EventLine, asked: Asked): string {
  const { customerId, eventId, targetUrl } = settings;
  const query = new URLSearchParams({ c: customerId, e: eventId, t: targetUrl });
  for (const [parameter, value] of asked) query.set(parameter, value);
  return addressOf(exchange, `/?${query}`);
}
