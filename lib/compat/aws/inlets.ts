import { db } from "@/lib/db/client";
import { toPublicError } from "@/lib/http/problem";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { setEventInlet } from "@/lib/services/event/control/set-inlet";
import { ServiceError } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { readSessions } from "@/lib/services/operation/admission/read-sessions";
import type { PrivateCall } from "./answer-private";
import { AlreadyOver, endOne } from "./end-session";
import { grant, servingNumber } from "./line";
import { oncePerMessage, readMessage, type Values } from "./sns";

/** Sessions that one message may end. */
const ENDED_MAX = 100;

/**
 * `POST inlets/max_size?event_id=&max_size=` with a message of SNS or its plain content: `{"exited": n, "completed": [ids],
 * "abandoned": [ids]}`. As many go in as left, while no more than `max_size` are on the site. A message that SNS sends again
 * counts once. Ids that lead to nobody are named in `unknown`, and cost the others nothing. What is wrong with the message is
 * refused before anybody leaves, and what fails later gives the slots of those who had left; the message may be repeated.
 */
export async function answerMaxSize(call: PrivateCall) {
  const message = await readMessage(call);
  if (message === null) return { message: "Subscription confirmed." };
  const asked = {
    maxSize: wholeNumber("max_size", call.query.get("max_size")),
    exited: message["exited"] === undefined ? null : wholeNumber("exited", message["exited"]),
    leaves: [...leavesIn(message, "completed"), ...leavesIn(message, "abandoned")],
  };
  const { context, eventId } = call;
  // Whoever lacks one of them would end visits and lose their slots.
  if (asked.leaves.length > 0) requirePermission(context, "report:read");
  for (const one of ["event:read", "event:operate"] as const) requirePermission(context, one);
  await getEventOfCustomer(db(), context, eventId);
  return oncePerMessage(call, (keep) => letInForLeaves(call, asked, keep));
}

/**
 * `POST inlets/periodic?event_id=&increment_by=&interval=&start_time=&end_time=` (seconds; `end_time` 0: none) starts the inlet.
 * With the message of a CloudWatch alarm it stops while the alarm is in `ALARM`.
 */
export async function answerPeriodic(call: PrivateCall) {
  const message = await readMessage(call);
  if (message === null) return { message: "Subscription confirmed." };
  const { context, eventId, query } = call;
  const isStopped = message["NewStateValue"] === "ALARM";
  const endSeconds = wholeNumber("end_time", query.get("end_time") ?? "0");
  const inlet = {
    type: "periodic",
    incrementBy: wholeNumber("increment_by", query.get("increment_by")),
    intervalSeconds: wholeNumber("interval", query.get("interval") ?? "60"),
    startAtMs: 1_000 * wholeNumber("start_time", query.get("start_time") ?? "0"),
    endAtMs: endSeconds === 0 ? null : 1_000 * endSeconds,
  } as const;
  // What was given stays given; nothing more is.
  await setEventInlet(context, { eventId, inlet: isStopped ? { type: "custom" } : inlet });
  return { message: isStopped ? "Stopped by the alarm." : "Running." };
}

type Leave = { readonly requestId: string; readonly status: "completed" | "abandoned" };

function leavesIn(message: Values, status: Leave["status"]): readonly Leave[] {
  const ids = message[status] ?? [];
  const isList = Array.isArray(ids) && ids.length <= ENDED_MAX;
  if (!isList)
    throw new ServiceError("invalid", `${status} has to be a list of ${ENDED_MAX} at most.`);
  return ids.map((id) => ({ requestId: String(id), status }));
}

type Asked = {
  readonly maxSize: number;
  readonly exited: number | null;
  readonly leaves: readonly Leave[];
};

async function letInForLeaves(
  call: PrivateCall,
  { maxSize, exited, leaves }: Asked,
  keep: (answer: object) => Promise<void>,
) {
  const { ended, unknown, failure } = await endAll(call, leaves);
  // Repeated, it ends the others and counts all that it says.
  if (exited !== null && failure !== null) throw failure.error;
  const told = unknown.length === 0 ? {} : { unknown };
  const left = exited ?? ended;
  if (left > 0) {
    const { active } = await readSessions(call.context, { eventId: call.eventId });
    const slots = await grant(call, left, Math.max(0, maxSize - active));
    if (failure === null) {
      await keep({ message: "Processed before.", ...told });
      return { serving_num: await servingNumber(call, slots), ...told };
    }
  }
  if (failure !== null) throw failure.error;
  return { message: "Nothing to process.", ...told };
}

type AllEnded = {
  /** How many of the visits were not over yet. */
  readonly ended: number;
  readonly unknown: readonly string[];
  /** After which the others were not tried; null where all were. */
  readonly failure: { readonly error: unknown } | null;
};

async function endAll(call: PrivateCall, leaves: readonly Leave[]): Promise<AllEnded> {
  const unknown: string[] = [];
  let ended = 0;
  for (const { requestId, status } of leaves) {
    try {
      await endOne(call, requestId, status);
      ended += 1;
    } catch (error) {
      if (error instanceof AlreadyOver) continue;
      if (toPublicError(error).code !== "invalid") return { ended, unknown, failure: { error } };
      unknown.push(requestId);
    }
  }
  return { ended, unknown, failure: null };
}

function wholeNumber(name: string, value: unknown): number {
  const number = Number(value);
  if (value !== null && Number.isSafeInteger(number) && number >= 0) return number;
  throw new ServiceError("invalid", `${name} has to be a whole number.`);
}
