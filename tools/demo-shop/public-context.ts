import { createHmac } from "node:crypto";
import type { IConnectorContextProvider } from "@queue-it/connector-javascript";

type Provided = {
  readonly url: string;
  readonly address: string;
  /** Empty for one that was not sent. */
  readonly header: (name: string) => string;
  readonly setCookie: ReturnType<IConnectorContextProvider["getHttpResponse"]>["setCookie"];
};

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(";")) {
    const text = pair.trim();
    if (text.startsWith(`${name}=`)) return decodeURIComponent(text.slice(name.length + 1));
  }
  return undefined;
}

/** What the public connector asks of the host around it, about one request. */
export function publicContext({ url, address, header, setCookie }: Provided) {
  return {
    getHttpRequest: () => ({
      getUserAgent: () => header("user-agent"),
      getHeader: header,
      getAbsoluteUri: () => url,
      getUserHostAddress: () => address,
      getCookieValue: (name) => readCookie(header("cookie"), name),
      getRequestBodyAsString: () => "",
    }),
    getHttpResponse: () => ({ setCookie }),
    getCryptoProvider: () => ({
      getSha256Hash: (secret, text) => createHmac("sha256", secret).update(text).digest("hex"),
    }),
    getEnqueueTokenProvider: () => null,
  } satisfies IConnectorContextProvider;
}
