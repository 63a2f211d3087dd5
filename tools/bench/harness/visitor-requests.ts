import { randomBytes, randomUUID } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { MasterKey } from "@/lib/secrets/seal";
import { newClaim } from "@/tools/shared/ask";
import { createPlaceSealer, newPlace, type PlaceSealer } from "@/waiting-room/place/place";
import { type RawRequest, rawRequest } from "./saturate";

/** The requests that visitors send, ready to be sent. */
export function visitorRequests(master: MasterKey) {
  const sealer = createPlaceSealer([master]);
  return {
    lineJson: (event: EventSettings): RawRequest =>
      rawRequest("GET", `${pathOf(event)}/${event.runId}/line.json`),

    /** A personal check-in with a place of this number. */
    checkIn: (event: EventSettings, number: number): RawRequest =>
      rawRequest("GET", `${pathOf(event)}/status`, { cookie: cookieOf(sealer, event, number) }),

    /** Of a visitor with an address of their own. */
    join: (event: EventSettings): RawRequest =>
      rawRequest("POST", `${pathOf(event)}/join`, {
        form: { joinId: newClaim(), t: event.targetUrl },
        address: `10.${[...randomBytes(3)].join(".")}`,
      }),

    /** Takes a slot for this number; each number can do so once. */
    enter: (event: EventSettings, number: number): RawRequest =>
      rawRequest("POST", `${pathOf(event)}/enter`, {
        cookie: cookieOf(sealer, event, number),
        form: { claim: newClaim(), t: event.targetUrl },
      }),
  };
}

function pathOf({ customerId, eventId }: EventSettings): string {
  return `/line/${customerId}/${eventId}`;
}

function cookieOf(sealer: PlaceSealer, event: EventSettings, number: number): string {
  const { runId } = event;
  const joined = { runId, lane: 0, number, queueId: randomUUID(), joinedAtMs: Date.now() };
  const place = newPlace(joined);
  return `stanchion_${event.customerId}_${event.eventId}=${sealer.seal(event, place)}`;
}
