import type { IncomingMessage, ServerResponse } from "node:http";

const SESSION_COOKIE = /(?:^|;\s*)(QueueITAccepted-SDFrts345E-V3_[^=]+)=([^;]+)/g;

const WORDS: Readonly<Record<string, string>> = {
  queue: "You waited your turn.",
  safetynet: "There was no line when you came.",
  bypass: "You came with a staff link.",
  disabled: "The waiting room is switched off.",
  afterevent: "The waiting room has closed.",
};

/** What the shop can say about how the visitor got here. */
export type SessionNote =
  | { readonly type: "in"; readonly detail: string }
  | { readonly type: "open"; readonly detail: string }
  | { readonly type: "unprotected"; readonly detail: string };

/** Names of the session cookies that the request carries. */
export function sessionCookieNames(request: IncomingMessage): readonly string[] {
  const cookies = request.headers.cookie ?? "";
  return [...cookies.matchAll(SESSION_COOKIE)].flatMap(([, name]) => name ?? []);
}

/**
 * Describes the visitor's session for the page. Only for show: whether somebody may be here was
 * the connector's decision, made before.
 */
export function readSessionNote(request: IncomingMessage, response: ServerResponse): SessionNote {
  if (response.getHeader("x-queueit-failed") === "true") {
    return {
      type: "unprotected",
      detail: "The shop has not heard from the waiting room yet and lets everybody in.",
    };
  }
  const [, , value] = [...(request.headers.cookie ?? "").matchAll(SESSION_COOKIE)][0] ?? [];
  if (value === undefined) {
    return { type: "open", detail: "No rule of the waiting room applies to this page." };
  }
  const redirectType = /RedirectType(?:=|%3D)([a-z]+)/i.exec(value)?.[1] ?? "";
  return { type: "in", detail: WORDS[redirectType] ?? "Your session is valid." };
}
