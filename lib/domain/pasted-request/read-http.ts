import { type PastedHeader, type PastedRequest, Unreadable } from "./pasted-request";
import { toWholeAddress } from "./whole-address";

type Line = { readonly text: string; readonly at: number };

/** The characters that RFC 9110 allows in the name of a header; HTTP/2 has names that begin with a colon. */
const HEADER = /^\s*(:?[!#$%&'*+\-.^_`|~\w]+)\s*:(.*)$/;
const REQUEST_LINE = /^\s*([A-Za-z]+)\s+(\S.*?)(?:\s+HTTP\/[\d.]+)?\s*$/;

/**
 * Reads an address alone, or a request as it goes over the wire: a first line with method and address or path, headers,
 * an empty line, the body. What HTTP/2 says in headers (`:authority`, `:path`) counts as well. Throws {@link Unreadable}.
 */
export function readHttp(text: string) {
  const { lines, body } = splitRequest(text);
  const [first] = lines;
  if (first === undefined) throw new Unreadable("Paste an address or a request.", 0);
  const isPseudo = first.text.trimStart().startsWith(":");
  const start = isPseudo ? null : readFirstLine(first);
  const headers = lines.slice(isPseudo ? 0 : 1).map(readHeader);
  const headerOf = (name: string) =>
    headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? null;
  const target = start?.target ?? headerOf(":path") ?? "/";
  const address = target.startsWith("/")
    ? `${headerOf(":scheme") ?? "https"}://${hostFor(headerOf, first)}${target}`
    : target;
  const { url, notes } = toWholeAddress(address, first.at);
  const request: PastedRequest = {
    method: (start?.method ?? headerOf(":method") ?? "GET").toUpperCase(),
    url,
    headers: headers.filter(([name]) => !name.startsWith(":")),
    body,
  };
  return { request, notes, hasHeaders: lines.length > 1 };
}

function splitRequest(text: string): { lines: Line[]; body: string | null } {
  const lines: Line[] = [];
  const pattern = /([^\r\n]*)(\r?\n|\r|$)/y;
  for (let at = 0; at < text.length; ) {
    pattern.lastIndex = at;
    const [whole = "", line = ""] = pattern.exec(text) ?? [];
    if (line.trim() !== "") lines.push({ text: line, at });
    at += whole.length;
    if (line.trim() === "" && lines.length > 0) {
      const rest = text.slice(at);
      return { lines, body: rest === "" ? null : rest };
    }
  }
  return { lines, body: null };
}

function readFirstLine({ text, at }: Line): { method: string; target: string } {
  const whole = text.trim();
  if (/^https?:\/\/\S+$/i.test(whole)) return { method: "GET", target: whole };
  const [, method = "", target = ""] = REQUEST_LINE.exec(text) ?? [];
  if (method !== "" && /^(?:\/|https?:\/\/)/i.test(target)) return { method, target };
  throw new Unreadable(
    "This begins like no request. Paste an address with https://, a request that begins like GET /path HTTP/1.1, or a command that begins with curl.",
    at,
  );
}

function readHeader({ text, at }: Line): PastedHeader {
  const [, name = "", value = ""] = HEADER.exec(text) ?? [];
  if (name !== "") return [name, value.trim()];
  throw new Unreadable(
    "This line is no header: there is no name and colon. An empty line comes before the body.",
    at,
  );
}

function hostFor(headerOf: (name: string) => string | null, first: Line): string {
  const host = headerOf(":authority") ?? headerOf("host");
  if (host !== null && host !== "") return host;
  throw new Unreadable(
    "It does not say which site is asked. Add a line such as Host: shop.example.com.",
    first.at,
  );
}
