import { createHash } from "node:crypto";
import { findPass, findQueueToken, removeQueueToken } from "@/connectors/src/core";
import { clientConfigScript, scriptJson } from "@/lib/domain/integration-config/client-config";
import type { IntegrationConfig } from "@/lib/domain/integration-config/model";
import { isWireId } from "@/lib/domain/wire-id";
import { addressOf, type Exchange, HttpError, header, send } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import {
  admitBrowser,
  type BrowserAdmission,
  type HeldByPage,
} from "@/waiting-room/visit/admission/browser-session";
import { findCustomer } from "@/waiting-room/visit/find-customer";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine } from "@/waiting-room/visit/visit";

/** Scripts are loaded by pages of other sites. */
const SCRIPT = {
  "content-type": "text/javascript; charset=utf-8",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "cross-origin",
} as const;

/** Parameters of the browser connector that the queue page needs. */
const PASSED_ON = ["ver", "cver", "man", "cid", "l", "enqueuetoken"] as const;
const LONGEST_SESSION = 1_024;

type Verdict = {
  readonly redirect: boolean;
  readonly redirectUrl: string;
  readonly isError: boolean;
  readonly cookieValue: string;
  readonly fixedCookieValidity: number | null;
};

/**
 * `GET /javascriptqueue/{c}/{e}/{ms}?t=&_cval=`: a script that tells the browser connector whether its page
 * may be shown. It hands out no number and no slot. Any failure sends the visitor to the waiting room, which
 * says why.
 */
export async function javascriptQueue(
  context: ServerContext,
  exchange: Exchange,
  [customerId = "", eventId = ""]: readonly string[],
): Promise<void> {
  if (!isWireId(customerId) || !isWireId(eventId)) throw new HttpError("bad-request");
  const line = await findLine(context, customerId, eventId).catch((error: unknown) => {
    if (error instanceof HttpError) return null;
    throw error;
  });
  const verdict = await judge(context, exchange, { customerId, eventId, line });
  const [c, e] = [scriptJson(customerId), scriptJson(eventId)];
  const script = `(function(q){var v=q&&q[${c}]&&q[${c}][${e}];if(v)v.enqueue(${scriptJson(verdict)});})(window.queueit);\n`;
  send(exchange, 200, { ...SCRIPT, "cache-control": "no-store" }, script);
}

async function judge(
  context: ServerContext,
  exchange: Exchange,
  asked: { readonly customerId: string; readonly eventId: string; readonly line: EventLine | null },
): Promise<Verdict> {
  const { query } = exchange;
  const target = query.get("t");
  const queueToken = query.get("queueittoken") ?? (target === null ? null : findQueueToken(target));
  const value = query.get("_cval");
  const session = value !== null && value.length <= LONGEST_SESSION ? value : null;
  const admission = await admit(context, asked.line, {
    session,
    queueToken,
    pass: query.get("stanchionpass") ?? (target === null ? null : findPass(target)),
    address: exchange.address,
    userAgent: header(exchange.request, "user-agent") ?? "",
  });
  if (admission.type === "session") {
    const { value: cookieValue, fixedMinutes } = admission.session;
    return { ...SHOWN, cookieValue, fixedCookieValidity: fixedMinutes };
  }
  const isError = admission.type === "refused";
  const path = isError ? `/error/${admission.error}/` : "/";
  const refused = isError ? { queueittoken: queueToken ?? "" } : {};
  const redirectUrl = roomUrl(exchange, path, {
    c: asked.customerId,
    e: asked.eventId,
    ...refused,
  });
  return { ...SHOWN, redirect: true, redirectUrl, isError };
}

/** A failure lets nobody in: the waiting room says what is wrong. */
async function admit(
  context: ServerContext,
  line: EventLine | null,
  held: HeldByPage,
): Promise<BrowserAdmission> {
  if (line === null) return { type: "none" };
  return admitBrowser(context, line, held).catch((error: unknown) => {
    if (!(error instanceof HttpError)) context.log(error);
    return { type: "none" };
  });
}

const SHOWN: Verdict = {
  redirect: false,
  redirectUrl: "",
  isError: false,
  cookieValue: "",
  fixedCookieValidity: null,
};

/** A URL of this waiting room that leads back to the page in the end. */
function roomUrl(
  exchange: Exchange,
  path: string,
  named: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(named);
  for (const name of PASSED_ON) {
    const value = exchange.query.get(name);
    if (value !== null) query.set(name, value);
  }
  const target = exchange.query.get("t");
  if (target !== null) query.set("t", removeQueueToken(target));
  return addressOf(exchange, `${path}?${query}`);
}

/**
 * `GET /{c}/integrationconfig/javascript/queueclientConfig.js`: the published rules for the browser
 * connector, of customers who have made them public.
 */
export async function clientConfig(
  context: ServerContext,
  exchange: Exchange,
  [customerId]: readonly string[],
): Promise<void> {
  const customer = await findCustomer(context, customerId);
  if (customer === null || customer.config === null || !customer.browserRules) {
    throw new HttpError("no-config");
  }
  // Only `configText` writes it, so it needs no check.
  const script = clientConfigScript(JSON.parse(customer.config) as IntegrationConfig);
  const etag = `"${createHash("sha256").update(script).digest("base64url")}"`;
  const headers = { ...SCRIPT, "cache-control": "public, max-age=60", etag };
  if (header(exchange.request, "if-none-match") === etag) return send(exchange, 304, headers);
  send(exchange, 200, headers, script);
}
