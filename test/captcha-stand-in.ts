import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the stand-in does with the next questions. */
type Mood = "up" | "silent" | "garbage" | "broken" | "endless" | "refuses-keys";

const SECRET = "a-secret-of-the-customer";
const HOST = "room.example.com";

/** What a solved token is answered, by vendor: the documented examples, for our host. */
const SOLVED = {
  turnstile: {
    success: true,
    "error-codes": [],
    challenge_ts: "2022-10-06T00:07:23.274Z",
    hostname: HOST,
    action: "join",
    cdata: "",
  },
  hcaptcha: { success: true, challenge_ts: "2022-10-06T00:07:23Z", hostname: HOST, credit: false },
  recaptcha: {
    success: true,
    score: 0.7,
    action: "join",
    challenge_ts: "2022-10-06T00:07:23Z",
    hostname: HOST,
  },
  "friendly-captcha": {
    success: true,
    data: {
      event_id: "ev_abc",
      challenge: { timestamp: "2023-08-04T13:01:25Z", origin: `https://${HOST}` },
    },
  },
} as const;

type Vendor = keyof typeof SOLVED;

const VENDOR_OF_PATH: Readonly<Record<string, Vendor>> = {
  "/turnstile/v0/siteverify": "turnstile",
  "/siteverify": "hcaptcha",
  "/recaptcha/api/siteverify": "recaptcha",
  "/api/v2/captcha/siteverify": "friendly-captcha",
};

/** What each vendor says of a token that was used before, of one that it never gave out, and of wrong keys. */
const REFUSALS: Readonly<Record<Vendor, Readonly<Record<"used" | "unknown" | "keys", string>>>> = {
  turnstile: {
    used: "timeout-or-duplicate",
    unknown: "invalid-input-response",
    keys: "invalid-input-secret",
  },
  hcaptcha: {
    used: "already-seen-response",
    unknown: "invalid-input-response",
    keys: "invalid-input-secret",
  },
  recaptcha: {
    used: "timeout-or-duplicate",
    unknown: "invalid-input-response",
    keys: "invalid-input-secret",
  },
  "friendly-captcha": {
    used: "response_duplicate",
    unknown: "response_invalid",
    keys: "auth_invalid",
  },
};

type AskedFields = Readonly<Record<string, string>> & {
  readonly secret?: string;
  readonly response?: string;
};

export type AskedQuestion = { readonly path: string; readonly fields: AskedFields };

export type CaptchaStandIn = Awaited<ReturnType<typeof startCaptchaStandIn>>;

/**
 * A server that answers like the four vendors: tokens that begin with `good` are solved, each once; `low` has a low
 * score, `elsewhere` was solved on another page, `other-action` for something else.
 */
export async function startCaptchaStandIn() {
  const used = new Set<string>();
  const asked: AskedQuestion[] = [];
  const state = { mood: "up" as Mood, host: HOST };
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        const path = request.url ?? "";
        const key = request.headers["x-api-key"];
        const fields = { ...fieldsOf(body), ...(typeof key === "string" ? { secret: key } : {}) };
        asked.push({ path, fields });
        answer(response, { path, fields, used, ...state });
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    /** For `VendorOrigins`. */
    origins: { turnstile: origin, hcaptcha: origin, recaptcha: origin, "friendly-captcha": origin },
    secret: SECRET,
    asked,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Question = AskedQuestion & {
  readonly used: Set<string>;
  readonly mood: Mood;
  readonly host: string;
};

function answer(response: ServerResponse, { path, fields, used, mood, host }: Question): void {
  const vendor = VENDOR_OF_PATH[path];
  if (mood === "broken") end(response, 503, "<html>Service Unavailable</html>");
  else if (mood === "garbage") end(response, 200, "<html>Welcome</html>");
  else if (mood === "endless") writeForEver(response);
  else if (mood !== "silent" && vendor === undefined) end(response, 404, "{}");
  else if (mood !== "silent" && vendor !== undefined) {
    const refused = refusalOf(fields, used, mood);
    if (refused === null) end(response, 200, JSON.stringify(solved(vendor, fields, host)));
    else refuse(response, vendor, refused);
  }
}

function refusalOf(
  { secret, response: token = "" }: AskedQuestion["fields"],
  used: Set<string>,
  mood: Mood,
): "used" | "unknown" | "keys" | null {
  if (mood === "refuses-keys" || secret !== SECRET) return "keys";
  if (used.has(token)) return "used";
  if (!/^(?:good|low|elsewhere|other-action)/.test(token)) return "unknown";
  used.add(token);
  return null;
}

function solved(
  vendor: Vendor,
  { response: token = "" }: AskedQuestion["fields"],
  host: string,
): object {
  const at = token.startsWith("elsewhere") ? "shop.example.net" : host;
  const answered = SOLVED[vendor];
  if ("data" in answered) {
    const challenge = { ...answered.data.challenge, origin: `https://${at}` };
    return { ...answered, data: { ...answered.data, challenge } };
  }
  return {
    ...answered,
    hostname: at,
    ...(token.startsWith("low") ? { score: 0.1 } : {}),
    ...(token.startsWith("other-action") ? { action: "login" } : {}),
  };
}

function refuse(response: ServerResponse, vendor: Vendor, why: "used" | "unknown" | "keys"): void {
  const code = REFUSALS[vendor][why];
  const body =
    vendor === "friendly-captcha"
      ? { success: false, error: { error_code: code, detail: "See the documentation." } }
      : { success: false, "error-codes": [code] };
  const status = vendor === "friendly-captcha" && why === "keys" ? 401 : 200;
  end(response, status, JSON.stringify(body));
}

function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

function writeForEver(response: ServerResponse): void {
  const write = (): void => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", write).writeHead(200);
  write();
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

function fieldsOf(body: string): Record<string, string> {
  if (body.startsWith("{")) return JSON.parse(body) as Record<string, string>;
  return Object.fromEntries(new URLSearchParams(body));
}
