import type { ApiKeyScope } from "@/lib/domain/api-key/scopes";
import { readInlet } from "@/lib/domain/inlet/read-inlet";
import { addGrants, type SeatReport, setInlet, setLimit } from "@/lib/line/commands/limits";

import { redeem, type Use, type UseReport } from "@/lib/line/commands/redemptions";
import type { Sale, StockReport } from "@/lib/line/commands/stock";
import { parseJson, readJsonText } from "@/waiting-room/http/body";
import { type Exchange, HttpError, sendJson, tooLarge, wrongField } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";
import { requireApiKey } from "./api-key";

/** Queue ids in one report at most; a connector sends the rest with its next report. */
const REPORTED_MAX = 1_000;
const QUEUE_ID = /^[\w-]{1,64}$/;
const TOKEN_HASH = /^[0-9a-f]{16}$/;
const COUNT_MAX = 1_000_000_000;
const ENTRIES = `at most ${REPORTED_MAX} entries together`;
const NAME = "1 to 64 letters, digits, - and _";
const USE = '{"e": this event, "q": a queue id, "h": 16 hex characters}';
const INLET = "null, or an inlet of one of the types fixed-rate, max-active, periodic and custom";

type Ids = readonly string[];

/**
 * `POST /status/activity/{c}/{e}` with `{"active": [queue ids], "over": [queue ids]}`: who is still on the
 * site and who has left it. Renews and frees seats; without an active cap nothing is stored. `used` lists the
 * tokens with which visitors came in, and the answer names those that were used elsewhere before.
 */
export async function reportActivity(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids, "report");
  const useReport = readUseReport(body, line.settings.eventId);
  const reports = [
    ...queueIds(body, "active").map((queueId): SeatReport => ({ queueId, isOver: false })),
    ...queueIds(body, "over").map((queueId): SeatReport => ({ queueId, isOver: true })),
  ];
  if (reports.length > REPORTED_MAX) throw tooLarge("active and over", ENTRIES);
  const refused =
    useReport === null
      ? []
      : await orRecovering(context, redeem(context.redis, line.settings, useReport));
  const taken = await orRecovering(context, line.reportSeats(reports));
  sendJson(exchange, 200, { seatsTaken: taken, activeCap: line.settings.activeCap, refused });
}

/** What a report says of tokens; null for nothing. Throws `HttpError` when that is malformed. */
function readUseReport(body: Readonly<Record<string, unknown>>, eventId: string): UseReport | null {
  const { used = [], failOpen = 0, instance = null, batch = null } = body;
  if (!Array.isArray(used)) throw wrongField("used", "a list", used);
  if (used.length > REPORTED_MAX) throw tooLarge("used", ENTRIES);
  const report = {
    instance: nameOrNull("instance", instance),
    batch: nameOrNull("batch", batch),
    used: used.map((item) => readUse(item, eventId)),
    failOpen: count("failOpen", failOpen),
  };
  return report.used.length === 0 && report.failOpen === 0 ? null : report;
}

function readUse(item: unknown, eventId: string): Use {
  const { e, q, h }: Readonly<Record<string, unknown>> = { ...Object(item) };
  const isUse = typeof q === "string" && QUEUE_ID.test(q) && typeof h === "string";
  if (!isUse || e !== eventId || !TOKEN_HASH.test(h)) throw wrongField("used", USE, item);
  return { queueId: q, tokenHash: h };
}

function nameOrNull(field: string, value: unknown): string | null {
  if (value === null || (typeof value === "string" && QUEUE_ID.test(value))) return value;
  throw wrongField(field, NAME, value);
}

/**
 * `POST /status/stock/{c}/{e}` with `{"units": 120, "sold": [{"q": queue id, "units": 2}]}`: how many units are
 * not sold, and what each visitor has bought in all; either may be left out. `{"left": 120}` says how many are
 * kept for nobody either, for sites that do not report what was sold; null ends the counting.
 */
export async function setStock(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids, "manage");
  const report = readStockReport(body);
  const taken = orRecovering(context, line.reportStock(report));
  const inForce = await seenByLine(line, taken);
  const { left = null, units = null, reserved = 0, sold = [] } = inForce ?? {};
  if ("left" in body) return sendJson(exchange, 200, { left });
  sendJson(exchange, 200, { units, left, reserved, sold });
}

function readStockReport(body: Readonly<Record<string, unknown>>): StockReport {
  const { units, left, sold = [] } = body;
  if (!Array.isArray(sold)) throw wrongField("sold", "a list", sold);
  if (sold.length > REPORTED_MAX) throw tooLarge("sold", ENTRIES);
  const sales = sold.map(readSale);
  if (left !== undefined) {
    // Which of the two counts would be a guess.
    if (units !== undefined) throw wrongField("left", "left out where there is units", left);
    if (left === null) return { kind: "none", units: 0, sales };
    return { kind: "left", units: count("left", left), sales };
  }
  if (units !== undefined) return { kind: "units", units: count("units", units), sales };
  if (sales.length === 0) throw wrongField("units, left or sold", "there");
  return { kind: "", units: 0, sales };
}

function readSale(item: unknown): Sale {
  const { q, units }: Readonly<Record<string, unknown>> = { ...Object(item) };
  if (typeof q !== "string" || !QUEUE_ID.test(q)) throw wrongField("sold[].q", NAME, q);
  return { queueId: q, units: count("sold[].units", units) };
}

/**
 * `POST /status/grants/{c}/{e}` with `{"slots": 50, "ceiling": 200}`: grants so many more slots; the ceiling
 * limits how many may be left unused. From the first grant on nobody enters without one; `{"slots": null}`
 * ends that.
 */
export async function grantSlots(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids, "manage");
  const { slots, ceiling = null } = body;
  const granted = orRecovering(
    context,
    slots === null
      ? setLimit(context.redis, line.settings, "grants", null)
      : addGrants(
          context.redis,
          line.settings,
          count("slots", slots),
          ceiling === null ? null : count("ceiling", ceiling),
        ),
  );
  sendJson(exchange, 200, { left: await seenByLine(line, granted) });
}

/**
 * `POST /status/inlet/{c}/{e}` with `{"inlet": {"type": "fixed-rate" | "max-active" | "periodic" |
 * "custom", …}}`: limits who is let in, on top of the settings; null removes it.
 */
export async function setInletOf(
  context: ServerContext,
  exchange: Exchange,
  ids: Ids,
): Promise<void> {
  const { line, body } = await readReport(context, exchange, ids, "manage");
  const inlet = readInlet(body["inlet"]);
  if (inlet === undefined) throw wrongField("inlet", INLET, body["inlet"]);
  const isSet = orRecovering(context, setInlet(context.redis, line.settings, inlet));
  if (!(await seenByLine(line, isSet))) throw new HttpError("not-open");
  sendJson(exchange, 200, { inlet });
}

async function readReport(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: Ids,
  scope: ApiKeyScope,
) {
  // The body has to be asked for in this turn; it is looked at once the caller is known.
  const text = readJsonText(exchange);
  text.catch(() => undefined);
  await requireApiKey(context, exchange, customerId, scope);
  const value = parseJson(await text);
  const line = await findLine(context, customerId, eventId);
  if (typeof value !== "object" || value === null) throw wrongField("the body", "an object", value);
  const body: Readonly<Record<string, unknown>> = { ...value };
  return { line, body };
}

/** This process has the new limit before it says so, to put it into force again if a loss undoes it. */
async function seenByLine<T>(line: EventLine, answer: Promise<T>): Promise<T> {
  const value = await answer;
  await line.refresh().catch(() => undefined);
  return value;
}

function orRecovering<T>(context: ServerContext, answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 1_000);
  });
}

function queueIds(body: Readonly<Record<string, unknown>>, field: string): string[] {
  const { [field]: value } = body;
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongField(field, "a list of queue ids", value);
  return value.map((item) => {
    if (typeof item === "string" && QUEUE_ID.test(item)) return item;
    throw wrongField(`${field}[]`, NAME, item);
  });
}

function count(field: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX) {
    return value;
  }
  throw wrongField(field, `a whole number from 0 to ${COUNT_MAX}`, value);
}
