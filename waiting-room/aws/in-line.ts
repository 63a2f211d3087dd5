import { hash, randomBytes } from "node:crypto";
import { holdingLottery } from "@/lib/domain/admission/admission-setting";
import type { EventSettings } from "@/lib/domain/event/settings";
import { lateMsOf } from "@/lib/domain/line/turn-times";
import { readTurnEnd } from "@/lib/line/commands/turn-end";
import { type Form, parseJson, readJsonText } from "@/waiting-room/http/body";
import { type Exchange, header } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import { answerBlock } from "@/waiting-room/visit/gate/rules/answer-block";
import type { StopVerdict } from "@/waiting-room/visit/gate/verdict";
import { lineFailure } from "@/waiting-room/visit/join/line-failure";
import { readJoinCredential } from "@/waiting-room/visit/join/read-join-credential";
import { takePlace } from "@/waiting-room/visit/join/take-place";
import { confirmNear } from "@/waiting-room/visit/place/check-in";
import { withKey } from "@/waiting-room/visit/place/possession";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, isCalled } from "@/waiting-room/visit/visit";
import { type AwsAnswer, type AwsCall, requireSite } from "./aws-call";
import { AwsError, invalidIds } from "./aws-error";
import { type Asking, openRequestId } from "./request-id";

type Fields = Readonly<Record<string, unknown>>;

/** So often the sample pages ask. */
const POLL_MS = 3_000;
const FULL_RETRY_MS = 10_000;
/** Shorter ones could be guessed, and lead to somebody else's place. */
const ONCE_KEY = /^[\x21-\x7e]{22,255}$/;
const JOIN_ID = /^[\w-]{22}$/;

/** The JSON body of a call. Throws 400 for anything else. */
export async function readFields(exchange: Exchange): Promise<Fields> {
  const value = parseJson(await readJsonText(exchange));
  if (typeof value !== "object" || value === null) throw invalidIds();
  return { ...value };
}

/** The line of `event_id`. Throws 400 for one that there is not. */
export function lineOf({ context, api }: AwsCall, eventId: unknown): Promise<EventLine> {
  if (typeof eventId !== "string") throw invalidIds();
  return findLine(context, api.customerId, eventId);
}

/** Throws where a place that nobody seals anew could not follow what the event does. */
function requireFixedOrder({ method, admission, isTest }: EventSettings): void {
  if (isTest === true) throw new AwsError(400, "Test copies have no API");
  if (method !== "random" && holdingLottery(admission) === null) return;
  throw new AwsError(400, "This API does not admit in random order or by lottery");
}

/**
 * `POST assign_queue_num` `{"event_id"}`: joins the line. The request id is the place: whoever has it goes in with it. With the
 * same `Idempotency-Key` it is the same join; a call that is refused takes no number.
 */
export async function assignQueueNum(call: AwsCall): Promise<AwsAnswer> {
  const { context, exchange } = call;
  const fields = await readFields(exchange);
  const line = await lineOf(call, fields["event_id"]);
  const { settings } = line;
  requireSite(exchange, settings);
  requireFixedOrder(settings);
  const form = formOf(fields, joinIdOf(exchange, line, fields));
  line.counts.note("arrivals", line.defaultLane);
  const credential = await readJoinCredential(context, exchange, { line, form });
  const carried = { text: null, inCookie: false, kept: null };
  const visit = { line, event: settings, place: null, carried };
  const taken = await takePlace(context, exchange, visit, { form, credential });
  if (taken.type === "full") throw new AwsError(503, "The line is full", FULL_RETRY_MS);
  if (taken.type === "closed") throw new AwsError(403, "Nobody may join now");
  if (taken.type === "stopped") return refuse(exchange, line, taken.verdict);
  const place = withKey(exchange, taken.place);
  // Most clients say no more that they are there: the sample pages ask for the serving number alone.
  if (place.falseCode === undefined)
    confirmNear(context, line, place, publicLine(line, place.lane));
  const { receipt } = taken;
  const proof = receipt === null ? {} : { receipt };
  return { api_request_id: context.sealer.seal(settings, place), ...proof };
}

/** The id of the join: what the caller repeats, or one that nobody else gets. */
function joinIdOf(exchange: Exchange, { settings }: EventLine, { joinId }: Fields): string {
  if (typeof joinId === "string") {
    if (!JOIN_ID.test(joinId)) throw new AwsError(400, "Invalid joinId");
    return joinId;
  }
  const key = header(exchange.request, "idempotency-key");
  if (key === undefined) return randomBytes(16).toString("base64url");
  if (!ONCE_KEY.test(key))
    throw new AwsError(400, "Idempotency-Key has to be 22 to 255 characters without spaces");
  const { customerId, eventId, runId } = settings;
  return hash("sha256", `aws ${customerId}/${eventId}/${runId} ${key}`, "base64url").slice(0, 22);
}

/** The texts of a body as the form of a join, for what a client has to prove. */
function formOf(fields: Fields, joinId: string): Form {
  const get = (name: string) => {
    const value = name === "joinId" ? joinId : fields[name];
    return typeof value === "string" ? value : null;
  };
  return { get };
}

/** Tells a client without a page what is asked of it. */
function refuse(exchange: Exchange, line: EventLine, verdict: StopVerdict): never {
  switch (verdict.type) {
    case "challenge": {
      const { challenge, wait } = verdict;
      const asked = "Solve the challenge and send its joinId again, with the proof";
      throw new AwsError(403, asked, undefined, { challenge, wait });
    }
    case "later":
      throw new AwsError(503, "Come again later", 1_000 * verdict.seconds);
    case "block":
      answerBlock(exchange, line, verdict);
      throw new AwsError(403, "Blocked");
    default:
      throw new AwsError(403, "An access rule lets this visitor pass without a place");
  }
}

/** `GET queue_num?event_id=&request_id=`: the number, and when it was given. */
export async function queueNum(call: AwsCall): Promise<AwsAnswer> {
  const { asking, eventId } = await readAsking(call);
  if (asking === null) throw new AwsError(202, "Request ID not found");
  const { number, joinedAtMs } = asking.place;
  return {
    ...{ queue_number: number, entry_time: Math.floor(joinedAtMs / 1_000) },
    ...{ event_id: eventId, status: 1 },
  };
}

/** `GET serving_num?event_id=`: up to which number people are called; with `request_id` in the lane of that place. */
export async function servingNum(call: AwsCall): Promise<AwsAnswer> {
  const { query } = call.exchange;
  const line = await lineOf(call, query.get("event_id"));
  const asking = query.has("request_id") ? seen(call, line) : null;
  const lane = asking?.place.lane ?? line.defaultLane;
  return { serving_counter: String(line.servingNumber(lane)) };
}

/** `GET waiting_num?event_id=`: how many wait. */
export async function waitingNum(call: AwsCall): Promise<AwsAnswer> {
  const line = await lineOf(call, call.exchange.query.get("event_id"));
  return { waiting_num: line.state?.present ?? 0 };
}

/**
 * `GET queue_pos_expiry?event_id=&request_id=`: for how many seconds the turn of a called number still lasts. At 0 it is over: the
 * line has called others, and the visitor goes in with a share of the slots. Only a place that is over has expired.
 */
export async function queuePosExpiry(call: AwsCall): Promise<AwsAnswer> {
  const { asking } = await readAsking(call);
  if (asking === null) throw new AwsError(404, "Invalid request ID");
  const { line, place } = asking;
  const isOver = place.falseCode === undefined && (await line.seatEnd(place)) < 0;
  if (isOver) throw new AwsError(410, "Queue position has expired");
  if (!isCalled(line, place)) throw new AwsError(202, "Request ID not being served yet");
  const { settings, state } = line;
  const outflowPerMinute = state?.outflowPerMinute ?? settings.outflowPerMinute;
  const { lane, number } = place;
  const turn = { lane, number, outflowPerMinute };
  const endMs = await readTurnEnd(call.context.redis, settings, turn).catch((error: unknown) => {
    throw lineFailure(error, call.context.log);
  });
  const leftMs = endMs === null ? lateMsOf(outflowPerMinute) : endMs - line.lineNow();
  return { expires_in: Math.max(0, Math.ceil(leftMs / 1_000)) };
}

async function readAsking(call: AwsCall) {
  const eventId = call.exchange.query.get("event_id");
  const line = await lineOf(call, eventId);
  return { eventId, asking: seen(call, line) };
}

/** Whose request id the address names. It says that they are still there. */
function seen({ context, exchange }: AwsCall, line: EventLine): Asking | null {
  const asking = openRequestId(context, line, exchange.query.get("request_id"));
  if (asking !== null) noteSeen(context, asking);
  return asking;
}

/** The check-in of somebody who waits. */
export function noteSeen(context: ServerContext, { line, place }: Asking): void {
  if (place.falseCode !== undefined || isCalled(line, place)) return;
  line.checkIns.note(place.lane, { forMs: POLL_MS });
  confirmNear(context, line, place, publicLine(line, place.lane));
}
