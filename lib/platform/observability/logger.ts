import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

/**
 * The log of all processes. Messages and ids only: no secret, token or cookie, and no network address but
 * that of who tries to sign in.
 */
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

/** A logger that writes one JSON line per message, to standard output unless `stream` is given. */
export function createLogger(name: string, stream?: DestinationStream): Logger {
  const options = {
    name,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[removed]",
    },
    serializers: { error: describeError },
  };
  return stream === undefined ? pino(options) : pino(options, stream);
}

/**
 * The parts of an error that are logged: kind, message and stack, also of its causes. Other fields are
 * left out, because a driver may put the values of a query there.
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

/** Drivers put the address that they connect to into messages, password included. */
function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, "//");
}
