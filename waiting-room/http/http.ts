import type { IncomingMessage, ServerResponse } from "node:http";
import { plainAddress } from "@/connectors/src/core/address";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import type { EventSettings } from "@/lib/domain/event/settings";
import { parseUrl } from "@/lib/domain/parse-url";
import type { PageTheme } from "@/lib/domain/theme/page-theme";
import type { VisitorProblem } from "@/lib/domain/visitor-api/visitor-api";
import { atEndOfTurn } from "@/lib/platform/end-of-turn";
import { englishOf, type MessageCode, messageOf } from "./messages";
import type { WholeRequest } from "./whole-request";

/** How visitors reach this server. */
type Front = {
  /** How many proxies add to the forwarding headers. */
  readonly trustedProxies: number;
  /** The path under which browsers reach this server, such as `/queue`; "" for none. */
  readonly basePath: string;
  /** The origins by which it is known; in answers no other host is named. The first one stands for all. */
  readonly origins: readonly string[];
};

const NOTHING: readonly string[] = [];

/** One request and its response, as routes need them; what few routes need is read on demand. */
export class Exchange {
  readonly request: WholeRequest;
  readonly response: ServerResponse;
  /** Without the base path, whether or not a proxy in front has removed it. */
  readonly path: string;
  private readonly front: Front;
  private readonly questionAt: number;
  private parsedQuery: URLSearchParams | undefined;
  private readAddress: string | undefined;
  private isForScript: boolean | undefined;
  /** What the page of this request wears; null for none. Only for events of the customer that it names. */
  theme: PageTheme | null = null;
  /** The customer's own HTML around the page, where the theme has some. */
  template: CompiledTemplate | null = null;
  /** The customer to whom the host of this request belongs; null for a host that all customers share. */
  hostOwner: string | null = null;
  /** The access code with which a form of this request joins, as it was typed; "" for none. */
  typedCode = "";
  /** What the answer takes away of the cookies of other events, where a browser keeps too many. */
  expired: readonly string[] = NOTHING;

  constructor(request: WholeRequest, response: ServerResponse, front: Front) {
    this.request = request;
    this.response = response;
    this.front = front;
    const url = request.url ?? "/";
    const question = url.indexOf("?");
    this.questionAt = question === -1 ? url.length : question;
    const path = question === -1 ? url : url.slice(0, question);
    this.path = front.basePath === "" ? path : withoutBase(path, front.basePath);
  }

  /** What was called, if its host is known as this server's; else the first origin. */
  originOf(called: string): string {
    const { origins } = this.front;
    const host = hostOf(called);
    const isOwn = this.hostOwner !== null && host === header(this.request, "host");
    const isKnown = isOwn || (host !== null && origins.some((origin) => hostOf(origin) === host));
    return isKnown ? called : (origins[0] ?? "");
  }

  /** The same path with the base path, as the visitor's browser has to request it. */
  link(path: string): string {
    return this.front.basePath + path;
  }

  get method(): string {
    return this.request.method ?? "GET";
  }

  /** True where the address has a query. */
  get hasQuestion(): boolean {
    return this.questionAt < (this.request.url ?? "").length;
  }

  get query(): URLSearchParams {
    this.parsedQuery ??= new URLSearchParams((this.request.url ?? "").slice(this.questionAt + 1));
    return this.parsedQuery;
  }

  /** What the address says under a name; null for nothing. */
  asked(name: string): string | null {
    return this.hasQuestion ? this.query.get(name) : null;
  }

  /** The customer that the address names: by `c`, or on an own host by the host. */
  get customerId(): string | null {
    return this.query.get("c") ?? this.hostOwner;
  }

  get isSecure(): boolean {
    const { socket } = this.request;
    if ("encrypted" in socket && socket.encrypted === true) return true;
    if (this.front.trustedProxies === 0) return false;
    const forwarded = header(this.request, "x-forwarded-proto");
    return forwarded?.split(",").at(-1)?.trim() === "https";
  }

  /** True when the caller is the page's script, which asks for JSON; a form gets pages. */
  get wantsJson(): boolean {
    this.isForScript ??= accepted(this.request).includes("application/json");
    return this.isForScript;
  }

  /**
   * The visitor's address as the outermost trusted proxy saw it; entries before that one could be forged.
   * An IPv4 address keeps its usual form also when it arrives over IPv6.
   */
  get address(): string {
    this.readAddress ??= plainAddress(this.seenAddress);
    return this.readAddress;
  }

  private get seenAddress(): string {
    const own = this.request.socket.remoteAddress ?? "";
    const { trustedProxies } = this.front;
    if (trustedProxies === 0) return own;
    const hops = (header(this.request, "x-forwarded-for") ?? "").split(",");
    return hops.at(-trustedProxies)?.trim() || own;
  }
}

function withoutBase(path: string, basePath: string): string {
  if (path === basePath) return "/";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

/** An expected failure. Its code decides the status and what people and programs read. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly code: MessageCode;
  readonly retryAfterMs: number | undefined;
  /** The event in whose brand the page appears; null where it is not known. */
  readonly settings: EventSettings | null;
  /** What else a program is told, such as the scope that its key lacks. */
  readonly facts: Readonly<Record<string, string>>;

  constructor(
    code: MessageCode,
    retryAfterMs?: number,
    settings: EventSettings | null = null,
    facts: Readonly<Record<string, string>> = {},
  ) {
    super(englishOf(code).lead);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.settings = settings;
    this.facts = facts;
  }
}

export function send(
  exchange: Exchange,
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
  body: string | Buffer = "",
): void {
  const { response, method, expired } = exchange;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const cookies =
    expired.length === 0 ? {} : { "set-cookie": [headers["set-cookie"] ?? [], expired].flat(2) };
  const all = { ...headers, ...cookies, "content-length": bytes.length };
  response.writeHead(status, all as Record<string, string | string[] | number>);
  response.end(method === "HEAD" ? undefined : bytes);
}

const PERSONAL = { "cache-control": "no-store" } as const;
const JSON_TYPE = "application/json; charset=utf-8";

type Written = {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: string[];
  readonly body: string;
};

let due: Written[] = [];

/**
 * Writes an answer at the end of this turn of the event loop, together with the others of the turn: sending
 * them in one go wakes their receiver once instead of once for each. `headers` are alternating names and
 * values; they are not changed. `body` has a character for each byte, as `bytesAsText` makes it.
 */
export function write(
  { response, method }: Exchange,
  status: number,
  headers: string[],
  body = "",
): void {
  due.push({ response, status, headers, body: method === "HEAD" ? "" : body });
  if (due.length === 1) atEndOfTurn("answers", writeDue);
}

function writeDue(): void {
  const written = due;
  due = [];
  for (const { response, status, headers, body } of written) {
    response.writeHead(status, headers);
    endWith(response, body);
  }
}

/** Where Node keeps the head until it is sent; its types do not say so. */
type WithHead = ServerResponse & { _header?: unknown };

/**
 * Ends an answer with its body behind its head, in one write. Node's own `end` makes two of them, the second one empty,
 * which takes longer than all that makes a small answer.
 */
function endWith(response: WithHead, body: string): void {
  const head = response._header;
  if (typeof head !== "string") return void response.end(body, "latin1");
  response._header = head + body;
  response.end();
}

/** A text with a character for each byte of its UTF-8; most texts are that already. */
export function bytesAsText(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");
}

/** Like `sendJson` with status 200, for a body that is JSON already: the fast path of nearly all answers. */
export function sendJsonText(
  exchange: Exchange,
  text: string,
  cookies: readonly string[] = [],
): void {
  const body = bytesAsText(text);
  const headers = [
    "content-type",
    JSON_TYPE,
    "cache-control",
    "no-store",
    "content-length",
    String(body.length),
  ];
  for (const cookie of cookies) headers.push("set-cookie", cookie);
  for (const cookie of exchange.expired) headers.push("set-cookie", cookie);
  write(exchange, 200, headers, body);
}

/** A JSON answer for this visitor alone. */
export function sendJson(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): void {
  send(
    exchange,
    status,
    { ...PERSONAL, "content-type": JSON_TYPE, ...headers },
    JSON.stringify(body),
  );
}

const WRONG_FIELD = "A field of the request is not as it has to be";

/** For a program: which field, and what it may hold. */
function detailOf({ field, allowed }: HttpError["facts"]): string | null {
  if (field === undefined) return null;
  return allowed === undefined ? `Look at ${field}.` : `${field} has to be ${allowed}.`;
}

/** Of a request that only programs make: a field is not what it has to be. */
export function wrongField(field: string, allowed: string, value?: unknown): HttpError {
  const sent = value === undefined ? {} : { value: (JSON.stringify(value) ?? "").slice(0, 100) };
  return new HttpError("bad-request", undefined, null, { field, allowed, ...sent });
}

/** Of a list or a body that is longer than it may be. */
export function tooLarge(field: string, allowed: string): HttpError {
  return new HttpError("too-large", undefined, null, { field, allowed });
}

/** Problem details (RFC 9457) with a stable code. */
export function sendProblem(exchange: Exchange, error: HttpError): void {
  const { code, message, retryAfterMs, facts } = error;
  const { status } = messageOf(code);
  const body: VisitorProblem = {
    type: exchange.link(`/errors/${code}`),
    title: facts["field"] === undefined ? englishOf(code).headline : WRONG_FIELD,
    status,
    code,
    detail: detailOf(facts) ?? message,
    ...facts,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const retry: Record<string, string> =
    retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) };
  const type = {
    "content-type": "application/problem+json; charset=utf-8",
    // For connectors, which read no body of a failure.
    "x-stanchion-error": body.title.replace(/[^ -~]/g, "?"),
  };
  send(exchange, status, { ...PERSONAL, ...type, ...retry }, JSON.stringify(body));
}

/** Redirects the visitor; no cache may keep the answer. */
export function redirect(
  exchange: Exchange,
  status: 302 | 303,
  location: string,
  cookies: readonly string[] = [],
): void {
  send(exchange, status, {
    ...PERSONAL,
    location,
    "referrer-policy": "no-referrer",
    ...(cookies.length === 0 ? {} : { "set-cookie": cookies }),
  });
}

export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The full URL of a path of this server: at the host that the caller used if it is known as this server's, else
 * at its first one. A caller could name any host.
 */
export function addressOf(exchange: Exchange, path: string): string {
  const scheme = exchange.isSecure ? "https" : "http";
  return `${exchange.originOf(`${scheme}://${header(exchange.request, "host") ?? ""}`)}${exchange.link(path)}`;
}

/** What a caller accepts, in small letters: media types have no case (RFC 9110 §8.3.1). "" where it does not say. */
export function accepted(request: IncomingMessage): string {
  return header(request, "accept")?.toLowerCase() ?? "";
}

/**
 * Throws unless a POST comes from a page of this server: browsers say so in `Sec-Fetch-Site`, older ones in
 * `Origin`. A client that sends neither header is not a browser, so no other site can make it post.
 */
export function requireOwnPage(exchange: Exchange): void {
  const site = header(exchange.request, "sec-fetch-site");
  const origin = header(exchange.request, "origin");
  if (site === undefined ? isOwnOrigin(exchange, origin) : site === "same-origin") return;
  throw new HttpError("cross-site");
}

function isOwnOrigin({ request }: Exchange, origin: string | undefined): boolean {
  if (origin === undefined || origin === "null") return true;
  return hostOf(origin) === header(request, "host");
}

function hostOf(origin: string): string | null {
  return parseUrl(origin)?.host ?? null;
}
