import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

const TIMEOUT_MS = 8_000;
/** What Stanchion answers is shorter. */
const LONGEST = 65_536;

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/**
 * Asks an address of this installation, over a connection of its own and following no redirect. Whether its
 * certificate is good is looked at elsewhere. Rejects when no answer comes.
 */
export function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const options = { headers, agent: false, timeout: TIMEOUT_MS } as const;
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage): void => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
        if (body.length > LONGEST) response.destroy();
      });
      response.once("close", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    };
    const sent = url.startsWith("https:")
      ? requestHttps(url, { ...options, rejectUnauthorized: false }, take)
      : requestHttp(url, options, take);
    sent.once("timeout", () => sent.destroy(new Error(`no response in ${TIMEOUT_MS / 1_000} s`)));
    sent.once("error", reject);
    sent.end();
  });
}
