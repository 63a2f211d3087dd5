import type { IncomingMessage } from "node:http";
import { type Exchange, HttpError, header } from "./http";

const LONGEST_FORM_BYTES = 8_192;
const LONGEST_JSON_BYTES = 262_144;

/** Reads a small form body. Throws `HttpError` when it is too large or not a form. */
export async function readForm({ request }: Pick<Exchange, "request">): Promise<URLSearchParams> {
  checkBody(request, "application/x-www-form-urlencoded", LONGEST_FORM_BYTES);
  return new URLSearchParams(await collectBody(request, LONGEST_FORM_BYTES));
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
    request.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    // The visitor is gone before the end: nobody will read the answer.
    request.once("error", () => reject(new HttpError("bad-request")));
  });
}
