import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { HttpClient } from "@/rehearsal/crowd/http-client";
import { parseJson } from "@/waiting-room/client/parse-json";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";

export type RoomAnswer = {
  /** 0 when no answer came. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Asks what the page's script may ask; a form makes it a POST. */
export async function askRoom(
  { stack }: Cluster,
  { customerId, eventId }: EventRef,
  client: HttpClient,
  step: "join" | "near" | "status" | "enter" | "move",
  form: Readonly<Record<string, string>> | null = null,
): Promise<RoomAnswer> {
  const url = new URL(`/line/${customerId}/${eventId}/${step}`, stack.urls.waitingRoom);
  const reply = await client.send(form === null ? "GET" : "POST", url, {
    form,
    headers: { accept: "application/json", "sec-fetch-site": "same-origin" },
  });
  const body = parseJson(reply.body);
  return { status: reply.status, body: typeof body === "object" ? { ...body } : {} };
}

/** The queue token in an address; null where there is none. */
export function tokenOf(address: unknown): string | null {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  return new URL(address).searchParams.get("queueittoken");
}

/** Lets line time of an event pass at once, and waits until every waiting room knows. */
export async function passLineTime(cluster: Cluster, event: EventRef, ms: number): Promise<void> {
  await cluster.redis.hincrby(eventKeys(event).line, "correctionMs", ms);
  const wantedMs = await lineTime(cluster, event);
  await Promise.all(
    cluster.roomPorts.map((port) =>
      until(`the waiting room on ${port} has heard of it`, async () => {
        const heard = await roomTime(event, port);
        return heard !== null && heard >= wantedMs - 1_000;
      }),
    ),
  );
  // A process that has the time may still hold the state of before: one refresh more.
  await sleep(700);
}

/** Line time in milliseconds. */
export async function lineTime({ redis }: Cluster, event: EventRef): Promise<number> {
  const [time, correctionMs] = await Promise.all([
    redis.time(),
    redis.hget(eventKeys(event).line, "correctionMs"),
  ]);
  return Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000) + Number(correctionMs);
}

async function roomTime({ customerId, eventId }: EventRef, port: number): Promise<number | null> {
  const path = `/line/${customerId}/${eventId}/1/line.json`;
  const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  const body: unknown = reply?.ok === true ? await reply.json() : null;
  if (typeof body !== "object" || body === null || !("now" in body)) return null;
  return typeof body.now === "number" ? body.now : null;
}
