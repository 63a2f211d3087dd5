import type { IncomingMessage, ServerResponse } from "node:http";
import { findShow, MAX_SEATS, SHOWS } from "./catalogue";
import { checkoutPage, homePage, notFoundPage, ticketsPage } from "./pages";
import { readSessionNote, sessionCookieNames } from "./session-note";
import { CONTENT_SECURITY_POLICY } from "./styles";

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  response.setHeader("Cache-Control", "no-store");
  response.end(html);
}

/** Without a Cancel rule for this path the shop itself ends the session. */
function endSession(request: IncomingMessage, response: ServerResponse): void {
  for (const name of sessionCookieNames(request)) {
    response.appendHeader("Set-Cookie", `${name}=; Max-Age=0; Path=/`);
  }
  response.statusCode = 303;
  response.setHeader("Location", "/");
  response.end();
}

function readSeats(text: string | null): number {
  const seats = Number(text);
  return Number.isInteger(seats) && seats >= 1 && seats <= MAX_SEATS ? seats : 1;
}

/** Answers `GET /health`, which no rule may keep from being answered. Returns whether it was that. */
export function answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url !== "/health") return false;
  response.setHeader("Content-Type", "application/json");
  response.end('{"status":"ok"}');
  return true;
}

/** The shop behind the connector: its pages, and a way to leave. */
export function handleShop(request: IncomingMessage, response: ServerResponse): void {
  const target = request.url ?? "/";
  const [path = "/", query = ""] = target.split("?", 2);
  const parameters = new URLSearchParams(query);
  const session = readSessionNote(request, response);
  if (path === "/") {
    sendPage(response, 200, homePage());
  } else if (path === "/tickets") {
    sendPage(response, 200, ticketsPage(session));
  } else if (path === "/tickets/checkout") {
    const show = findShow(parameters.get("show")) ?? SHOWS[0];
    const seats = readSeats(parameters.get("seats"));
    if (show !== undefined) sendPage(response, 200, checkoutPage(session, show, seats));
  } else if (path === "/leave" && request.method === "POST") {
    endSession(request, response);
  } else {
    sendPage(response, 404, notFoundPage());
  }
}
