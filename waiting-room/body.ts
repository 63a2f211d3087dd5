import type { IncomingMessage } from "node:http";
import { type Exchange, HttpError, header } from "./http";

const LONGEST_FORM_BYTES = 8_192;
const LONGEST_JSON_BYTES = 262_144;
const ESCAPED = /[%+]/;

/** The fields of a form, each looked up and decoded when it is asked for. */
export type Form = {
  /** The first value of a name; null without one. Throws `HttpError` for broken escapes. */
  readonly get: (name: string) => string | null;
};

/** Reads a small form body. Throws `HttpError` when it is too large or not a form. */
export async function readForm({ request }: Pick<Exchange, "request">): Promise<Form> {
  checkBody(request, "application/x-www-form-urlencoded", LONGEST_FORM_BYTES);
  const text = `&${await collectBody(request, LONGEST_FORM_BYTES)}&`;
  return { get: (name) => valueIn(text, `&${name}=`) };
}

function valueIn(text: string, start: string): string | null {
  const at = text.indexOf(start);
  if (at === -1) return null;
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

/** Reads a JSON body of a site; a larger one than a form, since it may name many visitors. */
export async function readJson({ request }: Exchange): Promise<unknown> {
  checkBody(request, "application/json", LONGEST_JSON_BYTES);
  const text = await collectBody(request, LONGEST_JSON_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError("bad-request");
  }
}

function checkBody(request: IncomingMessage, wantedType: string, longestBytes: number): void {
  const type = header(request, "content-type") ?? "";
  const length = Number(header(request, "content-length") ?? "0");
  if (length > longestBytes) throw new HttpError("too-large");
  if (length > 0 && !type.startsWith(wantedType)) throw new HttpError("bad-request");
}

/** The whole body as text. Rejects with `HttpError`; what is left of a refused one is not read. */
function collectBody(request: IncomingMessage, longestBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= longestBytes) return;
      request.pause();
      reject(new HttpError("too-large"));
    });
    request.on("end", () => {
      const [only] = chunks;
      const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      resolve(body.toString("utf8"));
    });
    // The visitor is gone before the end: nobody will read the answer.
    request.on("error", () => reject(new HttpError("bad-request")));
  });
}
