import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";

const TIMEOUT_MS = 15_000;

/**
 * Enough connections that visitors do not wait for each other, few enough for one machine: the
 * waiting room holds those who enter for a moment, and thousands may enter at once.
 */
const CONNECTIONS = { keepAlive: true, maxSockets: 4_096, maxFreeSockets: 256 } as const;

const AGENTS = {
  "http:": new Agent(CONNECTIONS),
  "https:": new TlsAgent(CONNECTIONS),
};
/** The certificate of a local system is made by that system. */
const LOCAL_TLS = new TlsAgent({ ...CONNECTIONS, rejectUnauthorized: false });

/** Names below localhost are this machine; Node does not look them up by itself. */
function isLocal(host: string): boolean {
  return /(^|\.)localhost$|^127\./.test(host);
}

export type Reply = {
  /** 0 when no answer came. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Access rules look at what a browser calls itself. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";

const NO_REPLY: Reply = { status: 0, headers: {}, body: "" };

export type HttpClientOptions = {
  /** The port that a request to a port really goes to, as a load balancer decides; the same one. */
  readonly dial?: (port: number) => number;
  /** Nothing is sent to any other host; left out, all may be reached. */
  readonly hosts?: ReadonlySet<string>;
  /** Told how long each answer took. */
  readonly onAnswer?: (url: URL, ms: number) => void;
  /** The address that a trusted proxy would tell. */
  readonly address?: string;
  /**
   * Told of each request that found a kept connection closed, and is sent once more on another one, as browsers do.
   * Left out, such a request fails.
   */
  readonly onSentAgain?: () => void;
};

/** A connection that was kept and turned out to be closed before anything was answered on it. */
const CLOSED_WHILE_KEPT: Reply = { status: 0, headers: {}, body: "" };

const KEPT_TRIED = 2;

function exchange(isTls: boolean, settings: RequestOptions, body: string): Promise<Reply> {
  return new Promise((resolve) => {
    let hasAnswered = false;
    const sent = (isTls ? tlsRequest : request)(settings, (response) => {
      hasAnswered = true;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(NO_REPLY));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    let isLate = false;
    sent.on("timeout", () => {
      isLate = true;
      sent.destroy(new Error("The server did not answer in time."));
    });
    sent.on("error", () =>
      resolve(sent.reusedSocket && !hasAnswered && !isLate ? CLOSED_WHILE_KEPT : NO_REPLY),
    );
    sent.end(body);
  });
}

function agentFor({ protocol, hostname }: URL): Agent | TlsAgent {
  if (protocol !== "https:") return AGENTS["http:"];
  return isLocal(hostname) ? LOCAL_TLS : AGENTS["https:"];
}

/** A visitor's browser as far as HTTP goes: its own cookies, no redirects followed. */
export class HttpClient {
  private readonly cookies = new Map<string, Map<string, string>>();
  private readonly options: HttpClientOptions;

  constructor(options: HttpClientOptions = {}) {
    this.options = options;
  }

  /** Another browser with the same cookies, from now on on its own, and maybe elsewhere. */
  copy(options: HttpClientOptions = this.options): HttpClient {
    const other = new HttpClient(options);
    for (const [host, held] of this.cookies) other.cookies.set(host, new Map(held));
    return other;
  }

  /** Deletes the cookies of a host. */
  forget(host: string): void {
    this.cookies.delete(host);
  }

  /** Whether this browser may talk to the host of an address. */
  reaches({ host }: URL): boolean {
    return this.options.hosts?.has(host) !== false;
  }

  /** Sends a request. Never throws: a connection that fails, or a host that is not to be reached, answers status 0. */
  async send(
    method: "GET" | "POST",
    url: URL,
    options: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly form?: Readonly<Record<string, string>> | null;
    } = {},
  ): Promise<Reply> {
    if (!this.reaches(url)) return NO_REPLY;
    const isTls = url.protocol === "https:";
    const port = Number(url.port) || (isTls ? 443 : 80);
    const body = options.form ? new URLSearchParams(options.form).toString() : "";
    const headers: Record<string, string> = {
      host: url.host,
      "user-agent": USER_AGENT,
      ...options.headers,
    };
    const cookie = this.cookieHeader(url.hostname);
    if (cookie !== "") headers["cookie"] = cookie;
    const { dial, address } = this.options;
    if (address !== undefined) headers["x-forwarded-for"] = address;
    if (method === "POST") headers["content-type"] = "application/x-www-form-urlencoded";
    const settings = {
      method,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      host: isLocal(url.hostname) ? "127.0.0.1" : url.hostname,
      port: dial?.(port) ?? port,
      path: `${url.pathname}${url.search}`,
      agent: agentFor(url),
      servername: url.hostname,
      timeout: TIMEOUT_MS,
    };
    const sentAtMs = performance.now();
    let reply = await exchange(isTls, settings, body);
    const { onSentAgain, onAnswer } = this.options;
    for (let times = 0; reply === CLOSED_WHILE_KEPT && onSentAgain !== undefined; times += 1) {
      onSentAgain();
      // Other kept connections to the same server are closed as well: the last attempt opens one of its own.
      const agent = times < KEPT_TRIED ? settings.agent : false;
      reply = await exchange(isTls, { ...settings, agent }, body);
    }
    if (reply.status !== 0) onAnswer?.(url, performance.now() - sentAtMs);
    this.keepCookies(url.hostname, reply.headers["set-cookie"] ?? []);
    return reply;
  }

  /** Ports do not separate cookies, as in browsers. */
  private cookieHeader(host: string): string {
    const held = this.cookies.get(host);
    return held === undefined
      ? ""
      : [...held].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  private keepCookies(host: string, lines: readonly string[]): void {
    const held = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, held);
    for (const line of lines) {
      const pair = line.split(";")[0] ?? "";
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(pair.indexOf("=") + 1);
      if (value === "" || /max-age=0/i.test(line)) held.delete(name);
      else held.set(name, value);
    }
  }
}
