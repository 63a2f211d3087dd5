import type { Permit } from "@/lib/domain/line/permit";
import type { Exchange } from "@/waiting-room/http/http";
import type { EventLine } from "@/waiting-room/line/event-line";
import { unlessUnavailable } from "@/waiting-room/line/line-unavailable";
import type { Admission, Place } from "@/waiting-room/place/place";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { addressToBind, passThrough } from "./admission";

/** A place that has been let in just now. */
export type AdmittedPlace = {
  readonly type: "admitted";
  readonly permit: Permit;
  readonly place: Place & { readonly admission: Admission };
};

type Waiting = {
  readonly line: EventLine;
  readonly place: Place;
  readonly permit: Permit<"joined">;
};

/** Lets in a visitor who waits while everybody is let through. The line counts the place as left. */
export async function passWaiting(
  context: ServerContext,
  exchange: Exchange,
  { line, place, permit }: Waiting,
): Promise<AdmittedPlace> {
  const { queueId } = place;
  const address = addressToBind(line, exchange);
  const admission = await passThrough(context, line, { permit, queueId, address });
  await line.leave(place).catch(unlessUnavailable(context.log));
  return { type: "admitted", permit, place: { ...place, admission } };
}
