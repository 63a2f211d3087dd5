import { request } from "node:http";

export type ConsoleAnswer = {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

const TIMEOUT_MS = 60_000;

/** As much of a browser as signing in to the console needs: it keeps cookies, and runs nothing. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();

  private readonly consoleUrl: string;

  constructor(consoleUrl: string) {
    this.consoleUrl = consoleUrl;
  }

  /** One request. Never rejects. */
  ask(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<ConsoleAnswer> {
    const { host, port } = new URL(this.consoleUrl);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Promise((resolve) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          path,
          method,
          headers: { host, ...(cookie === "" ? {} : { cookie }), ...headers },
          timeout: TIMEOUT_MS,
          agent: false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          this.keep(response.headers["set-cookie"] ?? []);
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", () => undefined);
          response.on("close", () =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString("utf8"),
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
              ),
            }),
          );
        },
      );
      sent.on("timeout", () => sent.destroy());
      sent.on("error", () => resolve({ status: 0, body: "", headers: {} }));
      sent.end(body);
    });
  }

  /** Signs in as the form does, and answers the refusal's code, or null. */
  async signIn(
    email: string,
    password: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string | null> {
    const answer = await this.submit("callback/credentials", { email, password }, headers);
    const url = new URL(String(JSON.parse(answer.body).url), this.consoleUrl);
    return url.searchParams.get("error");
  }

  async signOut(): Promise<void> {
    await this.submit("signout", {}, {});
  }

  private async submit(
    action: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<ConsoleAnswer> {
    const { body } = await this.ask("/api/auth/csrf");
    const csrfToken = String(JSON.parse(body).csrfToken);
    return this.ask(`/api/auth/${action}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ ...fields, csrfToken, json: "true" }).toString(),
    });
  }

  private keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = "", ...rest] = line.split(";");
      const at = pair.indexOf("=");
      const isOver = rest.some((part) => /^ *(max-age=0|expires=thu, 01 jan 1970)/i.test(part));
      if (isOver || pair.slice(at + 1) === "") this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
