import { type PasteProblem, type PasteReading, Unreadable } from "./pasted-request";
import { readCurl } from "./read-curl";
import { readHttp } from "./read-http";

/** Other ways in which browsers copy a request, and what they are called. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:await\s+)?fetch\s*\(/, "a fetch call"],
  [/^\$session\s*=|^Invoke-(?:WebRequest|RestMethod)\b/i, "PowerShell"],
  [/^\{\s*"log"\s*:/, "a HAR file"],
];

/** More than any browser sends; longer texts are not searched for quotes. */
const CHARACTERS_MAX = 200_000;

/**
 * Reads a request that somebody pasted: an address, a request as it goes over the wire, or a cURL command with the
 * quotes of bash or of Windows. Never throws: a text that is none of them is answered with a sentence and the place.
 */
export function readPastedRequest(text: string): PasteReading {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: problemOf(text, error) };
    throw error;
  }
}

function read(text: string): PasteReading {
  if (text.length > CHARACTERS_MAX) {
    throw new Unreadable(
      `This is longer than ${CHARACTERS_MAX.toLocaleString("en")} characters. Leave most of the body out.`,
      CHARACTERS_MAX,
    );
  }
  const start = text.length - text.trimStart().length;
  const begins = text.slice(start);
  const other = OTHERS.find(([pattern]) => pattern.test(begins));
  if (other !== undefined) {
    throw new Unreadable(
      `This is ${other[1]}. In the browser’s network tools choose “Copy as cURL” instead.`,
      start,
    );
  }
  if (/^(?:\$\s+)?curl(?:\.exe)?(?:\s|$|[\\^])/i.test(begins)) {
    // A prompt that was copied along takes no part, and places stay as they are.
    const command = text.replace(/^(\s*)\$(?=\s)/, "$1 ");
    return { ok: true, kind: "curl", ...readCurl(command) };
  }
  const { request, notes, hasHeaders } = readHttp(text);
  const isAddress = !hasHeaders && request.method === "GET" && request.body === null;
  return { ok: true, kind: isAddress ? "address" : "http", request, notes };
}

function problemOf(text: string, { message, at }: Unreadable): PasteProblem {
  const before = text.slice(0, at).split(/\r?\n|\r/);
  return { message, at, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
