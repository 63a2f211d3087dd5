import { type Answer, type Asked, ask, form } from "../shared/ask";

const TIMEOUT_MS = 60_000;

export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();

  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** One request. Never rejects. */
  async ask(path: string, { headers, ...asked }: Asked = {}): Promise<Answer> {
    const { href } = new URL(path, this.origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = cookie === "" ? headers : { cookie, ...headers };
    const answer = await ask(href, { timeout: TIMEOUT_MS, ...asked, headers: { ...all } });
    for (const line of answer.headers["set-cookie"] ?? []) this.keep(line);
    return answer;
  }

  /** Signs in as the form does, and answers the refusal's code, or null. */
  async signIn(email: string, password: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await this.submit("callback/credentials", { email, password }, headers);
    const url = new URL(String(JSON.parse(answer.body).url), this.origin);
    return url.searchParams.get("error");
  }

  async signOut(): Promise<void> {
    await this.submit("signout");
  }

  private async submit(
    action: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { body } = await this.ask("/api/auth/csrf");
    const csrfToken = String(JSON.parse(body).csrfToken);
    return this.ask(`/api/auth/${action}`, form({ ...fields, csrfToken, json: "true" }, headers));
  }

  private keep(line: string): void {
    const [pair = "", ...rest] = line.split(";");
    const at = pair.indexOf("=");
    const isOver = rest.some((part) => /^ *(max-age=0|expires=thu, 01 jan 1970)/i.test(part));
    if (isOver || pair.slice(at + 1) === "") this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
