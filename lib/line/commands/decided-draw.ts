import { fromHex, toHex } from "@/lib/domain/draw/bytes";
import type { DecidedDraw } from "@/lib/domain/draw/renumber";
import { type EventRef, eventKeys } from "../keys";
import { readFields } from "../read-fields";
import type { Redis } from "../redis-client";

/**
 * What a draw of version 2 has beside its groups. The key stands here as well: a process of a version that knows no
 * rules finds none, and tells nobody a number.
 */
type HeldRules = {
  readonly key: string;
  readonly weights: readonly number[];
  readonly action: "last" | "drop";
  /** Ranges of indexes, as in `groups`. */
  readonly excluded: string;
};

/** The numbers of a run after its draw, as the line keeps them; null where it has none. */
export async function readDecidedDraw(
  redis: Redis,
  event: EventRef & { readonly runId: number },
): Promise<DecidedDraw | null> {
  const names = ["run", "key", "groups", "lastIndex", "rules"] as const;
  const { drawOrder } = eventKeys(event);
  const held = await readFields(redis, "drawOrder", drawOrder, names);
  if (held.run !== event.runId) return null;
  const decided = { groups: parseRanges(held.groups ?? ""), lastIndex: held.lastIndex ?? 0 };
  if (held.key) return { ...decided, key: fromHex(held.key) };
  if (!held.rules) return null;
  const { key, weights, action, excluded } = parseRules(held.rules);
  const rules = { weights, action, excluded: parseRanges(excluded) };
  return { ...decided, key: fromHex(key), rules };
}

/** The fields in which the settling script writes a decided draw. */
export function drawOrderFields({ key, groups, rules }: DecidedDraw) {
  const ranges = groups.map(({ firstIndex, count, lane }) =>
    lane ? `${firstIndex}:${count}:${lane};` : `${firstIndex}:${count};`,
  );
  const ofRules = rules && {
    ...{ key: toHex(key), weights: rules.weights, action: rules.action },
    excluded: rules.excluded.map(({ firstIndex, count }) => `${firstIndex}:${count};`).join(""),
  };
  return {
    orderKey: rules === undefined ? toHex(key) : "",
    groups: ranges.join(""),
    rules: ofRules === undefined ? "" : JSON.stringify(ofRules),
  };
}

function parseRules(text: string): HeldRules {
  const held: unknown = JSON.parse(text);
  if (!isRules(held)) throw new Error("A decided draw has rules that cannot be read.");
  return held;
}

function isRules(held: unknown): held is HeldRules {
  if (typeof held !== "object" || held === null) return false;
  const read: Readonly<Partial<Record<keyof HeldRules, unknown>>> = held;
  const { key, weights, action, excluded } = read;
  return (
    typeof key === "string" &&
    Array.isArray(weights) &&
    weights.every((weight) => typeof weight === "number") &&
    (action === "last" || action === "drop") &&
    typeof excluded === "string"
  );
}

function parseRanges(text: string): DecidedDraw["groups"] {
  return [...text.matchAll(/(\d+):(\d+)(?::(\d+))?;/g)].map(([, firstIndex, count, lane]) => ({
    firstIndex: Number(firstIndex),
    count: Number(count),
    ...(lane === undefined ? {} : { lane: Number(lane) }),
  }));
}
