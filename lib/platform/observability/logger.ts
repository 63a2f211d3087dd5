import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { currentRequestId } from "./request-scope";
import { tellSameOnce } from "./same-failures";
import { currentTrace } from "./traces/traced";

/**
 * The log of all processes. Messages and ids only: no secret, token or cookie, and no network address but
 * that of who tries to sign in.
 */
export type Logger = {
  readonly info: LogFailure;
  readonly warn: LogFailure;
  readonly error: LogFailure;
};

/** A text, or what belongs to it and the text. */
type LogFailure = (first: string | object, text?: string) => void;

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

/**
 * A logger that writes JSON lines, to standard output unless `stream` is given: everything that is told, but of a failure that
 * comes again (a text alone, or one with an `error`) one line in some seconds, with the number of those between as `repeated`.
 */
export function createLogger(name: string, stream?: DestinationStream): Logger {
  const options = {
    name,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[removed]",
    },
    serializers: { error: describeError },
    mixin: whereItHappens,
  };
  const log = stream === undefined ? pino(options) : pino(options, stream);
  return { info: log.info.bind(log), warn: onceEach(log, "warn"), error: onceEach(log, "error") };
}

/** The request that is being answered, and its trace where it has one. */
function whereItHappens(): Record<string, unknown> {
  const requestId = currentRequestId();
  return { ...(requestId === undefined ? {} : { requestId }), ...currentTrace() };
}

function onceEach(log: PinoLogger, level: "warn" | "error"): LogFailure {
  const tell = tellSameOnce();
  return (first: string | object, second?: string) => {
    const [fields, text] = typeof first === "string" ? [{}, first] : [first, second];
    // What is told of somebody or something is no repetition: whom it names is what a reader looks for.
    if (typeof first === "object" && !("error" in first)) return log[level](fields, text);
    const cause = "error" in fields ? fields.error : undefined;
    tell(`${text} ${reasonOf(cause)}`, (repeated) =>
      log[level](repeated === 0 ? fields : { ...fields, repeated }, text),
    );
  };
}

/** A database that is away or ends fails every query for that one reason; Prisma names the query first. */
const DATABASE_AWAY = { prisma: /^P1\d{3}$/, postgres: /Code: `(57P0\d)`/ };

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "";
  const code = "code" in cause ? String(cause.code) : "";
  const away =
    DATABASE_AWAY.prisma.exec(code)?.[0] ?? DATABASE_AWAY.postgres.exec(cause.message)?.[1];
  return `${cause.name} ${away ?? cause.message}`;
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
