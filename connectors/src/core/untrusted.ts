/** An object of which nothing is known but that it is one. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a value as an object with unknown members, or null when it is none. */
export function asRecord(value: unknown): UnknownRecord | null {
  return isRecord(value) ? value : null;
}

/** Returns texts as they are, numbers and booleans as text, and "" for anything else. */
export function asText(value: unknown): string {
  return Object(value) === value ? "" : String(value ?? "");
}

/** Returns any value as something with unknown members; what is no object has none that count. */
export function membersOf(value: unknown): UnknownRecord {
  return Object(value);
}

/** @throws Error naming what cannot be obeyed */
export function refuse(what: string): never {
  throw new Error(`Config refused: ${what}`);
}

/** @throws Error naming what is no list */
export function listOf(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(what);
}
