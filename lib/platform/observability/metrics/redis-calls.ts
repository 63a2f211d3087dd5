import { type Command, Redis } from "ioredis";
import { isWaiting, redisCallName } from "@/lib/platform/observability/redis-call-name";
import { METRICS, OTHER } from "./catalogue";
import { Histogram } from "./histogram";
import type { Source } from "./metrics";

/** Scripts and commands that are shown by name. */
const NAMED_MAX = 100;

type Call = { readonly times: Histogram; errors: number };

/**
 * Counts what every connection of this process sends from here on, by script or command. It takes the place of the driver's
 * own method: its tracing channel copies all arguments of each call into texts.
 */
export function redisSource(): Source {
  const calls = new Map<string, Call>();
  const names = new Map<unknown, string>();
  const send = Redis.prototype.sendCommand;

  function callOf(name: string): Call {
    const known = calls.get(name) ?? (calls.size < NAMED_MAX ? undefined : calls.get(OTHER));
    if (known !== undefined) return known;
    const times = new Histogram(METRICS.stanchion_redis_call_duration_seconds.buckets);
    const call = { times, errors: 0 };
    calls.set(calls.size < NAMED_MAX - 1 ? name : OTHER, call);
    return call;
  }

  Redis.prototype.sendCommand = function counted(this: Redis, command: Command, ...rest: []) {
    const answer = send.call(this, command, ...rest);
    if (isWaiting(command)) return answer;
    const call = callOf(redisCallName(this, command, names));
    const sentMs = performance.now();
    command.promise.then(
      () => call.times.observe((performance.now() - sentMs) / 1_000),
      () => {
        call.errors += 1;
      },
    );
    return answer;
  };

  return (scrape) => {
    for (const [call, { times, errors }] of calls) {
      scrape.putHistogram("stanchion_redis_call_duration_seconds", { call }, times);
      scrape.put("stanchion_redis_call_errors_total", { call }, errors);
    }
  };
}
