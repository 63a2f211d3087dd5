import { holdingLottery } from "@/lib/domain/admission/admission-setting";
import { allowedTarget } from "@/lib/domain/target/allowed-target";
import type { VisitorStatus } from "@/lib/domain/visitor-api/visitor-api";
import { accepted, type Exchange, HttpError, sendJson } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { publicLine } from "@/waiting-room/line/public-line";
import { clearedPlaceCookies } from "@/waiting-room/place/cookies";
import type { Place } from "@/waiting-room/place/place";
import { admittedUrl } from "@/waiting-room/visit/admission/admission";
import { answerAfterEnd } from "@/waiting-room/visit/admission/after-event";
import { releasedVisit } from "@/waiting-room/visit/false-queue/release";
import { checkIn, confirmNear } from "@/waiting-room/visit/place/check-in";
import { type HandedPlace, handOver } from "@/waiting-room/visit/place/hand-over-place";
import { isGivenBack, withoutPlace } from "@/waiting-room/visit/place/place-given-back";
import { hasMoved } from "@/waiting-room/visit/place/place-on-other-device";
import { requireCaller } from "@/waiting-room/visit/request/caller";
import {
  linksOf,
  pageLink,
  readSeen,
  type SeenBefore,
} from "@/waiting-room/visit/request/program-links";
import { languageOf } from "@/waiting-room/visit/screens/page-words";
import { viewOf } from "@/waiting-room/visit/screens/view-of-visit";
import { openStatus, statusOf, type ToldStatus } from "@/waiting-room/visit/screens/visitor-status";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import {
  readVisit,
  type Standing,
  standingOrKnown,
  type Visit,
  whatIsOpen,
} from "@/waiting-room/visit/visit";

type Told = {
  readonly status: ToldStatus;
  readonly handed?: HandedPlace;
  readonly seen?: SeenBefore;
};

type Asked = {
  readonly visit: Visit;
  readonly standing: Standing;
  readonly before: SeenBefore | null;
};

/** True for a program that reads JSON and would not show the page. */
export function isProgram({ request }: Exchange): boolean {
  const accept = accepted(request);
  return accept.includes("application/json") && !accept.includes("text/html");
}

/**
 * `GET /?c=&e=&t=` of a program: where its visitor stands and what comes next. It checks a place in, and hands
 * out none.
 */
export async function visitorJson(
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
): Promise<void> {
  requireCaller(exchange, line.settings);
  const read = await releasedVisit(context, readVisit(context, exchange, line));
  const before = readSeen(exchange);
  // Who asks for the first time, or for the first time with a place, may have left meanwhile.
  const isGone = (before?.untilMs ?? 0) === 0 && (await isGivenBack(context, read));
  const visit = isGone ? { ...read, place: null } : read;
  const standing = await standingOrKnown(context, visit);
  const { status, handed, seen } = await tell(context, exchange, { visit, standing, before });
  const links = linksOf(exchange, visit.event, { seen: seen ?? before, nowMs: status.now });
  const kept = handed?.kept ?? null;
  const keeps = isGone ? withoutPlace(read) : { ...(kept !== null && { kept }) };
  const body: VisitorStatus = { ...status, links, ...keeps };
  const cookies = isGone ? clearedPlaceCookies(exchange, read.event) : (handed?.cookies ?? []);
  sendJson(exchange, 200, body, { "set-cookie": cookies });
}

async function tell(context: ServerContext, exchange: Exchange, asked: Asked): Promise<Told> {
  const { visit, standing } = asked;
  const { line } = visit;
  const { settings } = line;
  const event = settings.name;
  const target = exchange.query.get("t");
  const shown = publicLine(line, visit.place?.lane, languageOf(exchange, settings));
  if (await hasMoved(context, visit)) {
    return { status: openStatus("moved", { event, shown, url: pageLink(exchange) }) };
  }
  if (standing.type === "admitted") {
    const url = await admittedUrl(context, { line, exchange }, standing, target);
    const handed = handOver(context, exchange, visit, standing.place);
    return { status: openStatus("admitted", { event, shown, url }), handed };
  }
  const after = shown.phase === "ended" ? answerAfterEnd(settings, target) : null;
  if (after !== null && after.kind !== "page") {
    const url = after.kind === "redirect" ? after.url : pageLink(exchange);
    return { status: openStatus("ended", { event, shown, url }) };
  }
  if (standing.type === "inside") {
    const url = allowedTarget(target, settings);
    return { status: openStatus("inside", { event, shown, url }) };
  }
  if (visit.dropped !== undefined)
    return { status: openStatus("dropped", { event, shown, url: pageLink(exchange) }) };
  if (standing.type === "none") return tellNewcomer(exchange, asked);
  return tellHolder(context, exchange, { ...asked, place: standing.place });
}

/** A visitor without a place: a link does not join, whoever follows it. */
function tellNewcomer(exchange: Exchange, { visit, before }: Asked): Told {
  const { line } = visit;
  const { settings } = line;
  if (before === null && exchange.method === "GET") line.counts.note("arrivals", line.defaultLane);
  const { query } = exchange;
  if (settings.inviteOnly && !query.get("enqueuetoken") && !query.get("code"))
    throw new HttpError("invitation-needed", undefined, settings);
  const status = statusFor(exchange, { ...visit, place: null }, 0);
  if (status.state !== "join" || holdingLottery(settings.admission) === null) return { status };
  const shown = publicLine(line, undefined, languageOf(exchange, settings));
  const url = pageLink(exchange);
  return { status: openStatus("lottery", { event: settings.name, shown, url }) };
}

function tellHolder(
  context: ServerContext,
  exchange: Exchange,
  { visit, before, place }: Asked & { readonly place: Place },
): Told {
  const { line } = visit;
  // A program that looks without wanting the answer waits for nothing.
  if (exchange.method !== "GET") return { status: statusFor(exchange, visit, 0) };
  const now = line.lineNow();
  // Whoever asks for the first time may have joined a moment ago.
  const { countedMs } = line.checkIns;
  const untilMs = Math.max(before?.untilMs ?? 0, place.joinedAtMs + countedMs);
  const seen = checkIn(context, line, place, Math.max(0, untilMs - now));
  const handed = handOver(context, exchange, visit, seen);
  const heldMs = context.retries.remainingMs(seen.queueId, performance.now());
  const status = statusFor(exchange, { ...visit, place: seen }, heldMs);
  return { status, handed, seen: { untilMs: now + countedMs, nearLosses: near() } };

  /** The losses for which it has been said that the visitor is near: once for each. */
  function near(): number | null {
    const shown = publicLine(line, seen.lane);
    if (before?.nearLosses === shown.losses) return shown.losses;
    return confirmNear(context, line, seen, shown) ? shown.losses : null;
  }
}

function statusFor(exchange: Exchange, visit: Visit, heldMs: number): ToldStatus {
  const { line, place } = visit;
  const language = languageOf(exchange, line.settings);
  return statusOf({
    event: line.settings.name,
    shown: publicLine(line, place?.lane, language),
    place,
    view: viewOf(visit, language),
    joins: whatIsOpen(line).joins,
    heldMs,
    random: Math.random(),
  });
}
