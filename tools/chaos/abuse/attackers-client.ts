import { Agent, type IncomingHttpHeaders } from "node:http";
import { parseJson } from "@/waiting-room/client/parse-json";
import { send as ask } from "../../shared/ask";

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
  return async function send({
    path,
    address,
    form,
    cookies,
  }: AttackRequest): Promise<AttackAnswer> {
    turn += 1;
    const body = form === undefined ? "" : new URLSearchParams(form).toString();
    const settings = {
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
    };
    const answer = await ask(settings, body);
    return {
      status: answer.status,
      body: fieldsOf(answer.body),
      cookies: cookiesOf(answer.headers),
    };
  };
}

export type SendAttack = ReturnType<typeof createAttackersClient>;

function fieldsOf(text: string): AttackAnswer["body"] {
  const body = parseJson(text);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function cookiesOf(headers: IncomingHttpHeaders): string {
  const pairs = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");
  return pairs.join("; ");
}
