import { randomUUID } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { MasterKey } from "@/lib/secrets/seal";
import { newClaim } from "@/tools/shared/ask";
import { newAddress } from "@/tools/shared/new-address";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";

/** A request ready to be sent over a kept connection, as its bytes in text. */
export type RawRequest = string;

/** Where visitors ask: one of the addresses of the waiting room, as in production. */
export const ROOM_HOST = "room.bench";

export function rawRequest(
  method: "GET" | "POST",
  path: string,
  options: {
    readonly cookie?: string;
    readonly form?: Readonly<Record<string, string>>;
    /** Where it comes from, as a trusted proxy would say. */
    readonly address?: string;
    readonly host?: string;
  } = {},
): RawRequest {
  const body = options.form === undefined ? "" : new URLSearchParams(options.form).toString();
  const { host = ROOM_HOST } = options;
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Accept: application/json"];
  if (options.cookie !== undefined) lines.push(`Cookie: ${options.cookie}`);
  if (options.address !== undefined) lines.push(`X-Forwarded-For: ${options.address}`);
  if (method === "POST")
    lines.push("Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

export function visitorRequests(master: MasterKey) {
  const sealer = createPlaceSealer([master]);
  const cookieOf = (event: EventSettings, number: number): string => {
    const joined = { runId: event.runId, lane: 0, number, joinedAtMs: Date.now() };
    const place = newPlace({ ...joined, queueId: randomUUID() });
    return `stanchion_${event.customerId}_${event.eventId}=${sealer.seal(event, place)}`;
  };
  return {
    lineJson: (event: EventSettings): RawRequest =>
      rawRequest("GET", `${pathOf(event)}/${event.runId}/line.json`),

    checkIn: (event: EventSettings, number: number): RawRequest =>
      rawRequest("GET", `${pathOf(event)}/status`, { cookie: cookieOf(event, number) }),

    /** Of a visitor with an address of their own. */
    join: (event: EventSettings): RawRequest =>
      rawRequest("POST", `${pathOf(event)}/join`, {
        form: { joinId: newClaim(), t: event.targetUrl },
        address: newAddress(),
      }),

    /** Takes a slot for this number; each number can do so once. */
    enter: (event: EventSettings, number: number): RawRequest =>
      rawRequest("POST", `${pathOf(event)}/enter`, {
        cookie: cookieOf(event, number),
        form: { claim: newClaim(), t: event.targetUrl },
      }),
  };
}

export function pathOf({ customerId, eventId }: EventSettings): string {
  return `/line/${customerId}/${eventId}`;
}
