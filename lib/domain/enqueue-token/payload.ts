import { asRecord, asText } from "@/connectors/src/core/untrusted";

/** The encrypted part of an enqueue token. */
export type EnqueueTokenPayload = {
  /** From 0 to 1; null when the token has none. */
  readonly relativeQuality: number | null;
  /** Unique to the visitor: the same key leads to the same place. Null when the token has none. */
  readonly key: string | null;
  readonly customData: Readonly<Record<string, string>>;
  /** How it came about, as the token says, e.g. `Connector` or `InviteOnly`. */
  readonly origin: string | null;
};

/**
 * Reads the decrypted payload; null for anything else. Field names may have any case. Whatever public
 * SDKs write for "nothing" (absent, null, an empty list) counts as nothing; unknown fields are ignored.
 */
export function readPayload(json: string | null): EnqueueTokenPayload | null {
  const record = parseRecord(json);
  if (record === null) return null;
  const fields = new Map(
    Object.entries(record).map(([name, value]) => [name.toLowerCase(), value ?? undefined]),
  );
  const relativeQuality = fields.get("r");
  const key = fields.get("k");
  const origin = fields.get("o");
  const customData = readCustomData(fields.get("cd"));
  if (relativeQuality !== undefined && !isRelativeQuality(relativeQuality)) return null;
  if (!isOptionalText(key) || !isOptionalText(origin) || customData === null) return null;
  return {
    relativeQuality: relativeQuality ?? null,
    key: key ?? null,
    customData,
    origin: origin ?? null,
  };
}

/** The object that a JSON text stands for, or null when there is none. */
export function parseRecord(json: string | null): Readonly<Record<string, unknown>> | null {
  try {
    return asRecord(JSON.parse(json ?? "null"));
  } catch {
    return null;
  }
}

function readCustomData(value: unknown): Readonly<Record<string, string>> | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return {};
  const record = asRecord(value);
  if (record === null) return null;
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, asText(text)]));
}

function isRelativeQuality(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
