import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import { setEventInlet } from "@/lib/services/event/control/set-inlet";
import { ServiceError } from "@/lib/services/ground/errors";
import { readSessions } from "@/lib/services/operation/admission/read-sessions";
import type { PrivateCall } from "./answer-private";
import { AlreadyOver, endOne } from "./end-session";
import { increment } from "./line";

/** Only SNS itself confirms a subscription, and only there. */
const CONFIRMS =
  /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\/\?Action=ConfirmSubscription&/;
const CONFIRM_MS = 10_000;
/** Sessions that one message may end. */
const ENDED_MAX = 100;

type Values = Readonly<Record<string, unknown>>;

/**
 * `POST inlets/max_size?event_id=&max_size=` with a message of SNS or its plain content: `{"exited": n, "completed": [ids],
 * "abandoned": [ids]}`. As many go in as left, while no more than `max_size` are on the site.
 */
export async function answerMaxSize(call: PrivateCall) {
  const message = await readMessage(call);
  if (message === null) return { message: "Subscription confirmed." };
  const { context, eventId, query } = call;
  const maxSize = wholeNumber("max_size", query.get("max_size"));
  const ended =
    (await endAll(call, message, "completed")) + (await endAll(call, message, "abandoned"));
  const exited = message["exited"] === undefined ? null : wholeNumber("exited", message["exited"]);
  const left = exited ?? ended;
  if (left === 0) return { message: "Nothing to process." };
  const { active } = await readSessions(context, { eventId });
  return { serving_num: await increment(call, left, Math.max(0, maxSize - active)) };
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

/** What SNS carries, or the body itself; null once a subscription was confirmed. */
async function readMessage({ context, fields }: PrivateCall): Promise<Values | null> {
  switch (fields["Type"]) {
    case "SubscriptionConfirmation":
      await confirm(context.customer.id, String(fields["SubscribeURL"] ?? ""));
      return null;
    case "Notification":
      return parsed(String(fields["Message"] ?? ""));
    default:
      return fields;
  }
}

function parsed(text: string): Values {
  try {
    return { ...Object(JSON.parse(text)) };
  } catch {
    throw new ServiceError("invalid", "The message is not JSON.");
  }
}

async function confirm(customerId: string, url: string): Promise<void> {
  if (!CONFIRMS.test(url)) throw new ServiceError("invalid", "This is no address of Amazon SNS.");
  await askOutside({
    ...{ customerId, url, method: "GET", headers: {}, isHttpsOnly: true },
    ...{ timeoutMs: CONFIRM_MS, patienceMs: CONFIRM_MS, answerBytesMax: 0 },
  });
}

/** How many of these visits were not over yet. */
async function endAll(
  call: PrivateCall,
  message: Values,
  status: "completed" | "abandoned",
): Promise<number> {
  let ended = 0;
  for (const requestId of idsIn(message, status)) {
    const isEnded = await endOne(call, requestId, status).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AlreadyOver) return false;
        throw error;
      },
    );
    ended += Number(isEnded);
  }
  return ended;
}

function idsIn(message: Values, name: string): readonly string[] {
  const ids = message[name] ?? [];
  const isList = Array.isArray(ids) && ids.length <= ENDED_MAX;
  if (!isList)
    throw new ServiceError("invalid", `${name} has to be a list of ${ENDED_MAX} at most.`);
  return ids.map(String);
}

function wholeNumber(name: string, value: unknown): number {
  const number = Number(value);
  if (value !== null && Number.isSafeInteger(number) && number >= 0) return number;
  throw new ServiceError("invalid", `${name} has to be a whole number.`);
}
