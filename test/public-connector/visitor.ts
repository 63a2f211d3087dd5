import type { IncomingHttpHeaders } from "node:http";
import type { HttpClient, HttpClientOptions } from "@/rehearsal/crowd/http-client";

/** What a browser shows once it has followed every redirect. */
export type Page = {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Where it was sent on the way, in order; the last one is `url`. Empty without a redirect. */
  readonly hops: readonly URL[];
  /** Every cookie that was set on the way. */
  readonly setCookies: readonly string[];
};

const HOPS_MAX = 10;
const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};
const FORM = /<form class="action[^"]*"[^>]* action="([^"]+)">(.*?)<\/form>/s;
const FIELD = /<input type="hidden" name="([^"]+)" value="([^"]*)">/g;
const BUTTON = /class="button" href="([^"]+)"/;

/** A person with a browser without JavaScript: links, forms, redirects and cookies. */
export class Visitor {
  private readonly client: HttpClient;

  constructor(client: HttpClient) {
    this.client = client;
  }

  /** The same browser at another address, or with other ways to get there. */
  elsewhere(options: HttpClientOptions): Visitor {
    return new Visitor(this.client.copy(options));
  }

  /** Deletes the cookies of a host, as a site does that loses what it has just set. */
  forget(host: string): void {
    this.client.forget(host);
  }

  /** Opens an address and follows redirects. Rejects when there is no end to them. */
  open(address: string | URL, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.go("GET", new URL(address), { headers });
  }

  /** Presses the button of the page's form. */
  submit(page: Page): Promise<Page> {
    const [, action = "", inside = ""] = FORM.exec(page.body) ?? [];
    if (action === "") throw new Error(`No form at ${page.url.href}`);
    const fields = [...inside.matchAll(FIELD)].map(([, name = "", value = ""]) => [
      plain(name),
      plain(value),
    ]);
    const form = Object.fromEntries(fields);
    return this.go("POST", new URL(plain(action), page.url), { form });
  }

  /** Follows the link that the page offers as the next step. */
  follow(page: Page): Promise<Page> {
    const [, href = ""] = BUTTON.exec(page.body) ?? [];
    if (href === "") throw new Error(`No next step at ${page.url.href}`);
    return this.open(new URL(plain(href), page.url));
  }

  private async go(
    method: "GET" | "POST",
    first: URL,
    options: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly form?: Readonly<Record<string, string>>;
    },
  ): Promise<Page> {
    const hops: URL[] = [];
    const setCookies: string[] = [];
    let url = first;
    let sent = { method, form: options.form ?? null };
    while (hops.length <= HOPS_MAX) {
      const headers = { ...NAVIGATION, ...options.headers };
      const { form } = sent;
      const reply = await this.client.send(sent.method, url, { headers, form });
      setCookies.push(...(reply.headers["set-cookie"] ?? []));
      const { location } = reply.headers;
      if (location === undefined) return { ...reply, url, hops, setCookies };
      url = new URL(location, url);
      hops.push(url);
      sent = { method: "GET", form: null };
    }
    throw new Error(`No end of redirects: ${hops.map(({ href }) => href).join(" → ")}`);
  }
}

/** True when the page offers what a form leads to, such as `enter`. */
export function offers({ body }: Page, action: "join" | "enter"): boolean {
  return FORM.exec(body)?.[1]?.endsWith(`/${action}`) === true;
}

/** Undoes the escapes of HTML. */
function plain(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}
