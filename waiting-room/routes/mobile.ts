import { randomUUID } from "node:crypto";
import { holdingLottery } from "@/lib/domain/admission/admission-setting";
import type { Permit } from "@/lib/domain/line/permit";
import { parseJson, readJsonText } from "@/waiting-room/http/body";
import {
  addressOf,
  type Exchange,
  HttpError,
  sendJson,
  wrongField,
} from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { addressToBind, passThrough } from "@/waiting-room/visit/admission/admission";
import { answerAfterEnd } from "@/waiting-room/visit/admission/after-event";
import {
  enterDirectly,
  mayEnterDirectly,
} from "@/waiting-room/visit/admission/enter-without-waiting";
import { noteJoin } from "@/waiting-room/visit/gate/limits/sources-of";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, permitOf, whatIsOpen } from "@/waiting-room/visit/visit";

/** How long an app may use the URL without asking again. */
const URL_MINUTES = 20;
const TEXT_MAX = 4_096;

const ENQUEUE_TOKEN = "enqueuetoken";
/** What the visitor types where an invitation is needed; the page has it typed already. */
const CODE = "code";
const USER_ID = "userId";
/** Fields that an app may send, and the parameters of the page's URL that they become. */
const PASSED_ON = {
  userId: USER_ID,
  layoutName: "l",
  language: "cid",
  enqueueToken: ENQUEUE_TOKEN,
  enqueueKey: CODE,
};

/** Values by parameter name. */
type Asked = ReadonlyMap<string, string>;

/**
 * `POST /api/mobileapp/queue/{c}/{e}/enqueue`: what apps with a mobile SDK call. A visitor who does not have
 * to wait gets a token at once, everybody else the URL of the page that joins. Hands out no place in line.
 */
export async function mobileEnqueue(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const text = await readJsonText(exchange);
  const asked = readAsked(parseJson(text));
  const line = await findLine(context, customerId, eventId);
  const { settings } = line;
  line.counts.note("arrivals", line.defaultLane);
  const isInvited = asked.has(ENQUEUE_TOKEN) || asked.has(CODE);
  if (settings.inviteOnly && !isInvited && whatIsOpen(line).phase !== "ended") {
    throw new HttpError("invitation-needed", undefined, settings);
  }
  const identity = asked.has(USER_ID) ? `${exchange.address} ${text}` : null;
  const admitted = await admitAtOnce(context, exchange, { line, identity });
  const customer = await context.customers.find(settings.customerId);
  sendJson(exchange, 200, {
    QueueId: admitted?.queueId ?? null,
    QueueUrl: pageUrl(exchange, line, asked),
    QueueUrlTTLInMinutes: URL_MINUTES,
    EventTargetUrl: settings.targetUrl,
    // Null and never "": one SDK lets a visitor with an empty token pass.
    QueueitToken:
      admitted === null
        ? null
        : context.secrets.queueToken(admitted.permit, settings, customer, admitted),
  });
}

function readAsked(body: unknown): Asked {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw wrongField("the body", "an object", body);
  }
  const fields = new Map<string, unknown>(Object.entries(body));
  const asked = new Map<string, string>();
  for (const [name, parameter] of Object.entries(PASSED_ON)) {
    const value = fields.get(name) ?? "";
    if (typeof value !== "string" || value.length > TEXT_MAX)
      throw wrongField(name, `a text of at most ${TEXT_MAX} characters`, value);
    if (value !== "") asked.set(parameter, value);
  }
  return asked;
}

/**
 * Admits like the queue page does: past the line or by direct entry. Null when the visitor has to wait.
 * `identity` is the same when an app that names its user sends a request twice.
 */
async function admitAtOnce(
  context: ServerContext,
  exchange: Exchange,
  { line, identity }: { readonly line: EventLine; readonly identity: string | null },
) {
  const address = addressToBind(line, exchange);
  const passing = passOf(line);
  if (passing !== null) {
    const pass = { permit: passing, queueId: randomUUID(), address };
    const { admittedAtMs, redirectType } = await passThrough(context, line, pass);
    return { ...pass, admittedAtMs, redirectType };
  }
  const permit = permitOf(line, "slot");
  if (permit === null || holdingLottery(line.settings.admission) !== null) return null;
  const verdict = await mayEnterDirectly(context, exchange, line);
  if (verdict === null) return null;
  const entry = await enterDirectly(context, line, {
    address,
    identity,
    verdict,
    connection: exchange.request.socket,
  });
  if (entry === null || entry === "known") return null;
  noteJoin(context, exchange, line);
  const { queueId, lineTimeMs } = entry;
  return { permit, queueId, admittedAtMs: lineTimeMs, redirectType: "safetynet", address };
}

/** The permit of an event that holds nobody back; null for any other. */
function passOf(line: EventLine): Permit<"everybody" | "after-end"> | null {
  const { settings } = line;
  if (whatIsOpen(line).phase !== "ended") return permitOf(line, "everybody");
  const { kind } = answerAfterEnd(settings, settings.targetUrl);
  return kind === "let-through" ? permitOf(line, "after-end") : null;
}

function pageUrl(exchange: Exchange, { settings }: EventLine, asked: Asked): string {
  const { customerId, eventId, targetUrl } = settings;
  const query = new URLSearchParams({ c: customerId, e: eventId, t: targetUrl });
  for (const [parameter, value] of asked) query.set(parameter, value);
  return addressOf(exchange, `/?${query}`);
}
