import { sleep } from "../shared/time";
import type { Stack } from "../stack/stack";
import type { AofCopies } from "./aof-copies";

const OLD_MS = 2_000;
const TWICE_APART_MS = 3_000;

export type Fault = {
  readonly name: string;
  /** Seconds after the crowd's start. */
  readonly atSeconds: number;
  /** Resolves when everything that was killed answers again. */
  readonly make: (stack: Stack, copies: AofCopies) => Promise<void>;
};

export const SCENARIOS = {
  worker: [
    { name: "kill -9 of the worker", atSeconds: 15, make: (stack) => killed(stack, "worker") },
    {
      name: "kill -9 of the worker again",
      atSeconds: 45,
      make: (stack) => killed(stack, "worker"),
    },
  ],
  "waiting-room": [
    {
      name: "kill -9 of the waiting room while people join",
      atSeconds: 10,
      make: (stack) => killed(stack, "waiting-room"),
    },
    {
      name: "kill -9 of the waiting room while people enter",
      atSeconds: 50,
      make: (stack) => killed(stack, "waiting-room"),
    },
  ],
  redis: [
    { name: "kill -9 of Redis", atSeconds: 10, make: (stack) => killed(stack, "redis") },
    {
      name: "Redis from a copy that is two seconds old",
      atSeconds: 30,
      make: (stack, copies) => stack.restartRedisFrom(copies.olderThan(OLD_MS)),
    },
    {
      name: "the same, and the waiting room killed at the same moment",
      atSeconds: 50,
      make: async (stack, copies) => {
        const restarted = stack.restartRedisFrom(copies.olderThan(OLD_MS));
        await Promise.all([killed(stack, "waiting-room"), restarted]);
      },
    },
    {
      name: "Redis from an old copy twice within five seconds",
      atSeconds: 70,
      make: async (stack, copies) => {
        await stack.restartRedisFrom(copies.olderThan(OLD_MS));
        await sleep(TWICE_APART_MS);
        await stack.restartRedisFrom(copies.olderThan(OLD_MS));
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly Fault[]>>;

export type ScenarioName = keyof typeof SCENARIOS;

export function isScenario(text: string | undefined): text is ScenarioName {
  return text !== undefined && text in SCENARIOS;
}

/** Kills without warning and starts again at once, as whatever looks after processes does. */
async function killed(stack: Stack, name: "worker" | "waiting-room" | "redis"): Promise<void> {
  await stack.stop(name, "SIGKILL");
  await stack.start(name);
}
