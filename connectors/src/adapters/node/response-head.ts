import type { OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http";
import { END_HEADERS, saysEnd } from "../../host/end-command.ts";
import { isForCaches, protectCookies } from "../../host/private-answer.ts";
import type { Header } from "../../host/verdict.ts";

/** A response over HTTP/1.1 or HTTP/2, as far as its headers go. */
export interface HeadWriter {
  readonly headersSent: boolean;
  getHeaderNames(): string[];
  getHeader(name: string): number | string | readonly string[] | undefined;
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  appendHeader(name: string, value: string | string[]): unknown;
  removeHeader(name: string): void;
  writeHead(status: number): unknown;
}

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** The headers that are handed to `writeHead`, by name: an object, or names and values in turn. */
function namesOf(given: GivenHeaders): string[] {
  if (!Array.isArray(given)) return Object.keys(given);
  return given.flatMap((entry, index) => (index % 2 === 0 ? [String(entry)] : []));
}

/** Puts headers that are handed to `writeHead` among those that were set, as Node does. */
function setAll(response: HeadWriter, given: GivenHeaders): void {
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    return;
  }
  for (const name of namesOf(given)) response.removeHeader(name);
  for (let index = 0; index + 1 < given.length; index += 2) {
    const value = given[index + 1] ?? "";
    response.appendHeader(String(given[index]), Array.isArray(value) ? value : String(value));
  }
}

/** Takes away what the connector has set before, and sets what it says now. */
function replaceHeaders(
  response: HeadWriter,
  before: readonly Header[],
  now: readonly Header[],
): void {
  for (const [name, value] of before) {
    const left = [response.getHeader(name) ?? []].flat().map(String);
    const at = left.indexOf(value);
    if (at === -1) continue;
    left.splice(at, 1);
    if (left.length === 0) response.removeHeader(name);
    else response.setHeader(name, left);
  }
  for (const [name, value] of now) response.appendHeader(name, value);
}

/** All values of a header, joined. */
function readHeader(response: HeadWriter, name: string): string {
  return [response.getHeader(name) ?? []].flat().join();
}

function keepPrivate(response: HeadWriter, added: readonly Header[]): void {
  protectCookies(added, {
    keys: () => response.getHeaderNames(),
    get: (name) => readHeader(response, name),
    set: (name, value) => response.setHeader(name, value),
    delete: (name) => response.removeHeader(name),
  });
}

/**
 * Looks at the headers of a response when they are about to be sent, however that comes about: with the first
 * bytes of a stream as with the whole. Those by which the site ends the visit do not reach the visitor, and an answer
 * with a cookie of ours is for its visitor alone.
 *
 * @param given - what the connector has set already
 * @param end - ends the visit and answers what is to be set instead
 */
export function watchHead(
  response: HeadWriter,
  given: readonly Header[],
  end: () => readonly Header[],
): void {
  const { writeHead } = response;
  const before = (headers: unknown): boolean => {
    const handed = isGiven(headers) ? headers : null;
    const isNamed = handed !== null && namesOf(handed).some(isLookedAt);
    if (handed !== null && isNamed) setAll(response, handed);
    const isOver = saysEnd((name) => readHeader(response, name));
    const now = isOver ? end() : given;
    if (isOver) replaceHeaders(response, given, now);
    keepPrivate(response, now);
    for (const name of END_HEADERS) response.removeHeader(name);
    return isNamed;
  };
  response.writeHead = (...all: [number]) => {
    const isSet = !response.headersSent && before(all.at(-1));
    return writeHead.apply(response, isSet ? dropLast(all) : all);
  };
}

/** What was handed over has been set by itself. */
function dropLast([status, message]: readonly [status: number, message?: unknown]): [number] {
  // The overloads of `writeHead` are not seen in a type of its arguments.
  return (typeof message === "string" ? [status, message] : [status]) as [number];
}

function isGiven(headers: unknown): headers is GivenHeaders {
  return typeof headers === "object" && headers !== null;
}

function isLookedAt(name: string): boolean {
  return END_HEADERS.includes(name.toLowerCase()) || isForCaches(name);
}
