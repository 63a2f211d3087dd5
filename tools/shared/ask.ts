import { randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http";

const TIMEOUT_MS = 15_000;

export type Answer = {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
};

export type Asked = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In milliseconds. */
  readonly timeout?: number;
};

/** One request over a connection of its own, following nothing. Never rejects. */
export function send(options: RequestOptions, body?: string): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      { host: "127.0.0.1", timeout: TIMEOUT_MS, agent: false, ...options },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => undefined);
        response.on("close", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, body: Buffer.concat(chunks).toString("utf8"), headers });
        });
      },
    );
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve({ status: 0, body: "", headers: {} }));
    sent.end(body);
  });
}

/** One request to a part of the attacked system. Never rejects. */
export function ask(url: string, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", headers, body, timeout = TIMEOUT_MS } = asked;
  const { hostname, host, port, pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  // Names below localhost are this machine; Node does not look them up by itself.
  const at = hostname.endsWith("localhost") ? "127.0.0.1" : hostname;
  return send({ host: at, port, path, method, timeout, headers: { host, ...headers } }, body);
}

/** What the page's script sends. */
export function form(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Asked {
  const type = "application/x-www-form-urlencoded";
  return {
    method: "POST",
    headers: { accept: "application/json", "content-type": type, ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}

/** What a browser says of a person who navigates in a window of its own. */
export const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
} as const;

/** 16 random bytes, as browsers make them for joins and claims. */
export const newClaim = (): string => randomBytes(16).toString("base64url");
