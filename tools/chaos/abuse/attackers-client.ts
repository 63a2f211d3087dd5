import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { parseJson } from "@/waiting-room/client/parse-json";

const TIMEOUT_MS = 15_000;
/** Enough that slow answers do not hold the attack up, few enough for one machine. */
const AGENT = new Agent({ keepAlive: true, maxSockets: 128 });

export type AttackedServer = {
  readonly ports: readonly number[];
  readonly host: string;
};

export type AttackAnswer = {
  /** 0 when no answer came. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The cookies that were set, as they are sent back. */
  readonly cookies: string;
};

export type AttackRequest = {
  readonly path: string;
  readonly address: string;
  /** Left out, it is a GET. */
  readonly form?: Readonly<Record<string, string>>;
  readonly cookies?: string;
};

/** What attackers need of a browser: no more than one request, from the address that they like. Never rejects. */
export function createAttackersClient({ ports, host }: AttackedServer) {
  let turn = 0;
  return function send({ path, address, form, cookies }: AttackRequest): Promise<AttackAnswer> {
    turn += 1;
    const body = form === undefined ? "" : new URLSearchParams(form).toString();
    const settings = {
      host: "127.0.0.1",
      port: ports[turn % ports.length],
      path,
      method: form === undefined ? "GET" : "POST",
      headers: {
        host,
        accept: "application/json",
        "sec-fetch-site": "same-origin",
        "user-agent": "Mozilla/5.0",
        "x-forwarded-for": address,
        "content-length": Buffer.byteLength(body),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...(cookies && { cookie: cookies }),
      },
      agent: AGENT,
      timeout: TIMEOUT_MS,
    };
    return new Promise((resolve) => {
      const sent = request(settings, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(NO_ANSWER));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: fieldsOf(Buffer.concat(chunks).toString("utf8")),
            cookies: cookiesOf(response.headers),
          }),
        );
      });
      sent.on("timeout", () => sent.destroy());
      sent.on("error", () => resolve(NO_ANSWER));
      sent.end(body);
    });
  };
}

export type SendAttack = ReturnType<typeof createAttackersClient>;

const NO_ANSWER: AttackAnswer = { status: 0, body: {}, cookies: "" };

function fieldsOf(text: string): AttackAnswer["body"] {
  const body = parseJson(text);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function cookiesOf(headers: IncomingHttpHeaders): string {
  const pairs = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");
  return pairs.join("; ");
}
