import type { IncomingMessage, ServerResponse } from "node:http";
import {
  checkoutPage,
  homePage,
  MAX_SEATS,
  notFoundPage,
  type SessionNote,
  ticketsPage,
} from "./pages";
import { CONTENT_SECURITY_POLICY } from "./styles";

const SESSION_COOKIE = /(?:^|;\s*)(QueueITAccepted-SDFrts345E-V3_[^=]+)=([^;]+)/g;

const WORDS: Readonly<Record<string, string>> = {
  queue: "You waited your turn.",
  safetynet: "There was no line when you came.",
  bypass: "You came with a staff link.",
  disabled: "The waiting room is switched off.",
  afterevent: "The waiting room has closed.",
};

function sessionCookies(request: IncomingMessage) {
  const cookies = (request.headers.cookie ?? "").matchAll(SESSION_COOKIE);
  return [...cookies].map(([, name = "", value = ""]) => ({ name, value }));
}

/** The visitor's session, only for show: whether somebody may be here has been decided by the connector. */
function readSessionNote(request: IncomingMessage, response: ServerResponse): SessionNote {
  if (response.getHeader("x-queueit-failed") === "true")
    return {
      type: "unprotected",
      detail: "The shop has not heard from the waiting room yet and lets everybody in.",
    };
  const [session] = sessionCookies(request);
  if (session === undefined)
    return { type: "open", detail: "No rule of the waiting room applies to this page." };
  const redirectType = /RedirectType(?:=|%3D)([a-z]+)/i.exec(session.value)?.[1] ?? "";
  return { type: "in", detail: WORDS[redirectType] ?? "Your session is valid." };
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
  response.writeHead(status, headers).end(html);
}

/** Without a Cancel rule for this path the shop itself ends the session. */
function endSession(request: IncomingMessage, response: ServerResponse): void {
  for (const { name } of sessionCookies(request))
    response.appendHeader("Set-Cookie", `${name}=; Max-Age=0; Path=/`);
  response.writeHead(303, { Location: "/" }).end();
}

function readSeats(text: string | null): number {
  const seats = Number(text);
  return Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS ? seats : 1;
}

/** The shop behind the connector: its pages, and a way to leave. */
export function handleShop(request: IncomingMessage, response: ServerResponse): void {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  const parameters = new URLSearchParams(query);
  const session = readSessionNote(request, response);
  const seats = readSeats(parameters.get("seats"));
  if (path === "/") sendPage(response, 200, homePage());
  else if (path === "/tickets") sendPage(response, 200, ticketsPage(session));
  else if (path === "/tickets/checkout")
    sendPage(response, 200, checkoutPage(session, parameters.get("show"), seats));
  else if (path === "/leave" && request.method === "POST") endSession(request, response);
  else sendPage(response, 404, notFoundPage());
}
