import { type Logger as PinoLogger, pino } from "pino";

/** What the processes log with. Messages and ids only: no secret, token, cookie or address. */
export type Logger = Pick<PinoLogger, "info" | "warn" | "error">;

/** Fields whose values never reach the log, wherever they stand. */
const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "hash",
  "key",
  "link",
  "masterKey",
  "password",
  "queueittoken",
  "sealed",
  "secret",
  "text",
  "token",
  "url",
];

/** A logger that writes one JSON line per message to standard output. */
export function createLogger(name: string): Logger {
  return pino({
    name,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[removed]",
    },
    serializers: { error: describeError },
  });
}

/**
 * What the log keeps of an error: kind, message, stack, and those of its causes. Other fields of
 * drivers' errors may hold the values of a query and are left out.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: withoutCredentials(error.message),
    stack: withoutCredentials(error.stack ?? ""),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describeError) } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Drivers put the address they dialled into messages, with its password. */
function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, "//");
}
