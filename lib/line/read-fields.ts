import type { RedisKey } from "./keys";
import type { Redis } from "./redis-client";
import { HASHES } from "./schema";
import type { Field } from "./schema-field";

type Hashes = typeof HASHES;

/** The value of a field as TypeScript reads it; null where the hash has none. */
type ValueOf<Declared extends Field> = Declared["type"] extends "integer" | "decimal"
  ? number | null
  : Declared["type"] extends "flag"
    ? boolean | null
    : string | null;

/** Reads fields of a declared hash by name, each as its type says; null where there is none. */
export async function readFields<
  Hash extends keyof Hashes,
  const Names extends readonly (keyof Hashes[Hash] & string)[],
>(redis: Redis, hash: Hash, key: RedisKey, names: Names) {
  const texts = await redis.hmget(key, ...names);
  const fields: Readonly<Record<string, Field>> = HASHES[hash];
  const values = names.map((name, index) => [name, read(fields[name], texts[index] ?? null)]);
  // Each value was read as its field declares, which Object.fromEntries forgets.
  return Object.fromEntries(values) as {
    readonly [Name in Names[number]]: Hashes[Hash][Name] extends Field
      ? ValueOf<Hashes[Hash][Name]>
      : never;
  };
}

function read(field: Field | undefined, text: string | null): string | number | boolean | null {
  if (text === null) return null;
  switch (field?.type) {
    case "integer":
    case "decimal":
      return Number(text);
    case "flag":
      return text === "1";
    case "choice":
    case "list":
    case "text":
    case undefined:
      return text;
  }
}
