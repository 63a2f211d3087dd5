import type { IncomingMessage } from "node:http";
import { type Exchange, HttpError, header, tooLarge, wrongField } from "./http";
import type { WholeRequest } from "./whole-request";

type BodyKind = { readonly wantedType: string; readonly longestBytes: number };

const FORM: BodyKind = { wantedType: "application/x-www-form-urlencoded", longestBytes: 8_192 };
const JSON_BODY: BodyKind = { wantedType: "application/json", longestBytes: 262_144 };
const ESCAPED = /[%+]/;

/** What makes a join and an entry safe to repeat: two of them would say that two are asked for. */
const ONCE = new Set(["joinId", "claim"]);

/** The fields of a form; each is found and decoded when it is asked for. */
export type Form = {
  /** The first value of a name; null without one. Throws `HttpError` for broken escapes, and for two ids of one join. */
  readonly get: (name: string) => string | null;
};

/** Keeps a body for a route that begins later than the turn in which the request came. */
export function holdBody({ request }: Pick<Exchange, "request">): void {
  const isJson = header(request, "content-type")?.startsWith(JSON_BODY.wantedType) === true;
  request.hold((isJson ? JSON_BODY : FORM).longestBytes);
}

/** Reads a small form body. Rejects with `HttpError` when it is too large or not a form. */
export function readForm({ request }: Pick<Exchange, "request">): Promise<Form> {
  return readBody(request, FORM, (body) => {
    const text = `&${body}&`;
    return { get: (name) => valueIn(text, name) };
  });
}

function valueIn(text: string, name: string): string | null {
  const start = `&${name}=`;
  const at = text.indexOf(start);
  if (at === -1) return null;
  if (ONCE.has(name) && text.includes(start, at + 1)) throw wrongField(name, "sent once");
  const value = text.slice(at + start.length, text.indexOf("&", at + start.length));
  return ESCAPED.test(value) ? decode(value) : value;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    throw new HttpError("bad-request");
  }
}

/**
 * Reads the JSON body of a site's request as text; it may be larger than a form, since it may name many
 * visitors. Rejects with `HttpError` when it is too large or not JSON by its content type.
 */
export function readJsonText({ request }: Exchange): Promise<string> {
  return readBody(request, JSON_BODY, (text) => text);
}

/** Throws `HttpError` for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongField("the body", "JSON");
  }
}

function checkBody(request: IncomingMessage, { wantedType, longestBytes }: BodyKind): void {
  const type = header(request, "content-type") ?? "";
  const length = Number(header(request, "content-length") ?? "0");
  if (length > longestBytes) throw tooLarge("the body", `at most ${longestBytes} bytes`);
  if (length > 0 && !type.startsWith(wantedType))
    throw wrongField("content-type", wantedType, type);
}

/** Resolves with what `parse` returns. Rejects with `HttpError`, or with what `parse` throws. */
function readBody<Result>(
  request: WholeRequest,
  kind: BodyKind,
  parse: (text: string) => Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    checkBody(request, kind);
    const done = (body: Buffer) => {
      try {
        resolve(parse(body.toString("utf8")));
      } catch (error) {
        reject(error);
      }
    };
    request.readWhole({
      longestBytes: kind.longestBytes,
      done,
      refused: (code) => reject(new HttpError(code)),
    });
  });
}
