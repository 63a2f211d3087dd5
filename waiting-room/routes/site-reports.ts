import { readInlet } from "@/lib/domain/inlet/read-inlet";
import {
  addGrants,
  reportSeats,
  type SeatReport,
  setInlet,
  setLimit,
} from "@/lib/line/commands/limits";
import { redeem, type Use, type UseReport } from "@/lib/line/commands/redemptions";
import { parseJson, readJsonText } from "@/waiting-room/http/body";
import { type Exchange, HttpError, sendJson } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findEvent } from "@/waiting-room/visit/visit";
import { requireApiKey } from "./api-key";

/** Queue ids that one report may name; a connector sends the next ones with the next report. */
const REPORTED_MAX = 1_000;
const QUEUE_ID = /^[\w-]{1,64}$/;
const TOKEN_HASH = /^[0-9a-f]{16}$/;
const COUNT_MAX = 1_000_000_000;

type Ids = readonly string[];

/**
 * `POST /status/activity/{c}/{e}` with `{"active": [queue ids], "over": [queue ids]}`: who is still on
 * the site and who has left it. Seats are renewed and freed; without an active cap nothing is kept.
 * `used` says with which tokens visitors came in, and the answer which of them came in elsewhere before.
 */
export async function reportActivity(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids);
  const useReport = readUseReport(body, line.settings.eventId);
  const reports = [
    ...queueIds(body["active"]).map((queueId): SeatReport => ({ queueId, isOver: false })),
    ...queueIds(body["over"]).map((queueId): SeatReport => ({ queueId, isOver: true })),
  ];
  if (reports.length > REPORTED_MAX) throw new HttpError("too-large");
  const refused =
    useReport === null ? [] : await told(context, redeem(context.redis, line.settings, useReport));
  const taken = await told(context, reportSeats(context.redis, line.settings, reports));
  sendJson(exchange, 200, { seatsTaken: taken, activeCap: line.settings.activeCap, refused });
}

/** The part of a report that is about tokens; null when there is none. Throws `HttpError` for an odd one. */
function readUseReport(body: Readonly<Record<string, unknown>>, eventId: string): UseReport | null {
  const { used = [], failOpen = 0, instance = null, batch = null } = body;
  if (!Array.isArray(used)) throw new HttpError("bad-request");
  if (used.length > REPORTED_MAX) throw new HttpError("too-large");
  const report = {
    instance: nameOrNull(instance),
    batch: nameOrNull(batch),
    used: used.map((item) => readUse(item, eventId)),
    failOpen: count(failOpen),
  };
  return report.used.length === 0 && report.failOpen === 0 ? null : report;
}

function readUse(item: unknown, eventId: string): Use {
  const { e, q, h }: Readonly<Record<string, unknown>> = { ...Object(item) };
  const isUse = typeof q === "string" && QUEUE_ID.test(q) && typeof h === "string";
  if (!isUse || e !== eventId || !TOKEN_HASH.test(h)) throw new HttpError("bad-request");
  return { queueId: q, tokenHash: h };
}

function nameOrNull(value: unknown): string | null {
  if (value === null || (typeof value === "string" && QUEUE_ID.test(value))) return value;
  throw new HttpError("bad-request");
}

/** `POST /status/stock/{c}/{e}` with `{"left": 120}`: at 0 the release stops; null stops counting. */
export async function setStock(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids);
  const left = body["left"] === null ? null : count(body["left"]);
  sendJson(exchange, 200, {
    left: await told(context, setLimit(context.redis, line.settings, "stock", left)),
  });
}

/**
 * `POST /status/grants/{c}/{e}` with `{"slots": 50, "ceiling": 200}`: so many more may go in, up to
 * the ceiling of what is left. From the first grant on nobody goes in without one;
 * `{"slots": null}` ends that.
 */
export async function grantSlots(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids);
  const { slots, ceiling = null } = body;
  const left = await told(
    context,
    slots === null
      ? setLimit(context.redis, line.settings, "grants", null)
      : addGrants(
          context.redis,
          line.settings,
          count(slots),
          ceiling === null ? null : count(ceiling),
        ),
  );
  sendJson(exchange, 200, { left });
}

/**
 * `POST /status/inlet/{c}/{e}` with `{"inlet": {"type": "fixed-rate" | "max-active" | "periodic" |
 * "custom", …}}`: what opens the line besides the settings, which still hold; null takes it away.
 */
export async function setInletOf(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids);
  const inlet = readInlet(body["inlet"]);
  if (inlet === undefined) throw new HttpError("bad-request");
  if (!(await told(context, setInlet(context.redis, line.settings, inlet))))
    throw new HttpError("not-open");
  sendJson(exchange, 200, { inlet });
}

async function readReport(context: ServerContext, exchange: Exchange, [customerId, eventId]: Ids) {
  // Asked for at once, as it has to be, and looked at when the caller is known.
  const text = readJsonText(exchange);
  text.catch(() => undefined);
  await requireApiKey(context, exchange, customerId);
  const value = parseJson(await text);
  const line = await findEvent(context, customerId, eventId);
  if (typeof value !== "object" || value === null) throw new HttpError("bad-request");
  const body: Readonly<Record<string, unknown>> = { ...value };
  return { line, body };
}

function told<T>(context: ServerContext, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 1_000);
  });
}

function queueIds(value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new HttpError("bad-request");
  return value.map((item) => {
    if (typeof item === "string" && QUEUE_ID.test(item)) return item;
    throw new HttpError("bad-request");
  });
}

function count(value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX) {
    return value;
  }
  throw new HttpError("bad-request");
}
