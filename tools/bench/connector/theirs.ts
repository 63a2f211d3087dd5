import { createHmac } from "node:crypto";
import { type IConnectorContextProvider, KnownUser } from "@queue-it/connector-javascript";
import { CONFIG, CUSTOMER_ID, type Outcome, SECRET, type Visit } from "./visits";

const CONFIG_TEXT = JSON.stringify(CONFIG);
const TOKEN = /[?&]queueittoken=([^&]*)/i;

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const text = pair.trim();
    if (text.startsWith(`${name}=`)) return decodeURIComponent(text.slice(name.length + 1));
  }
  return undefined;
}

function provideContext({ url, headers, ip }: Visit): IConnectorContextProvider {
  return {
    getHttpRequest: () => ({
      getUserAgent: () => headers["user-agent"] ?? "",
      getHeader: (name) => headers[name.toLowerCase()] ?? "",
      getAbsoluteUri: () => url,
      getUserHostAddress: () => ip,
      getCookieValue: (name) => readCookie(headers["cookie"] ?? "", name),
      getRequestBodyAsString: () => "",
    }),
    getHttpResponse: () => ({ setCookie: () => undefined }),
    getCryptoProvider: () => ({
      getSha256Hash: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
    }),
    getEnqueueTokenProvider: () => null,
  };
}

/** The public connector as its documentation has it: it takes the config as text. */
export async function decideByTheirs(visit: Visit): Promise<Outcome> {
  const result = await KnownUser.validateRequestByIntegrationConfig(
    visit.url.replace(TOKEN, ""),
    TOKEN.exec(visit.url)?.[1] ?? "",
    CONFIG_TEXT,
    CUSTOMER_ID,
    SECRET,
    provideContext(visit),
  );
  if (result.doRedirect()) return "redirect";
  return result.actionType === null ? "no-match" : "pass";
}
