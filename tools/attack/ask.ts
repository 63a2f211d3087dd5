import { type IncomingHttpHeaders, request } from "node:http";

const TIMEOUT_MS = 15_000;
const KEPT_BYTES = 1_048_576;

export type Answer = {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
};

/** One request to a part of the attacked system. Never rejects. */
export function ask(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<Answer> {
  const { hostname, host, port, pathname, search } = new URL(url);
  return new Promise((resolve) => {
    const sent = request(
      {
        // Names below localhost are this machine; Node does not look them up by itself.
        host: hostname.endsWith("localhost") ? "127.0.0.1" : hostname,
        port,
        path: `${pathname}${search}`,
        method: options.method ?? "GET",
        headers: { host, ...options.headers },
        timeout: TIMEOUT_MS,
        agent: false,
      },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => {
          if (body.length < KEPT_BYTES) body += chunk.toString("utf8");
        });
        response.on("error", () => undefined);
        response.on("close", () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, body, headers });
        });
      },
    );
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve({ status: 0, body: "", headers: {} }));
    sent.end(options.body);
  });
}
