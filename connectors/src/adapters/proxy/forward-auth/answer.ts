import type { Answer, Header, Verdict } from "../../../host/index.ts";
import type { ProxyDialect } from "./proxies.ts";

/** The most cookies that a request that goes on has: a session's, and that of diagnostics. */
const COOKIES_MAX = 2;

const isCookie = ([name]: Header): boolean => name.toLowerCase() === "set-cookie";

/**
 * Lets a request through. Proxies that hand on no `Set-Cookie`, or only the first, find each in a header of its own.
 *
 * @throws RangeError where there are more cookies than such headers
 */
function goOn({ headers }: Verdict, { passStatus }: ProxyDialect): Answer {
  const cookies = headers.filter(isCookie);
  if (cookies.length > COOKIES_MAX) throw new RangeError("A request that goes on has many cookies");
  const numbered = cookies.map(
    ([, value], index): Header => [`X-Stanchion-Cookie-${index + 1}`, value],
  );
  return { status: passStatus, headers: [...headers, ...numbered], body: "" };
}

function unauthorized(headers: readonly Header[], body: string = ""): Answer {
  return { status: 401, headers: [...headers], body };
}

function refuse(answer: Answer, { refuses }: ProxyDialect): Answer {
  const { status, headers, body } = answer;
  if (refuses === "relayed") {
    const location = headers.filter(([name]) => name === "Location");
    return unauthorized([...location, ["X-Stanchion-Answer", writeRelayed(answer)]]);
  }
  const isPass = status < 300;
  if (isPass || (status >= 500 && refuses === "direct-below-500")) {
    return unauthorized([...headers, ["X-Stanchion-Status", String(status)]], body);
  }
  return answer;
}

/** What the proxy is told: 2xx lets the visitor's request through, and nothing else is 2xx. */
export function answerQuestion(verdict: Verdict, dialect: ProxyDialect): Answer {
  const { answer, headers } = verdict;
  if (answer === null) return goOn(verdict, dialect);
  return refuse({ ...answer, headers: [...answer.headers, ...headers] }, dialect);
}

/** A whole response in one header, so that a proxy that hands on single headers loses nothing of it. */
function writeRelayed({ status, headers, body }: Answer): string {
  return Buffer.from(JSON.stringify([status, headers, body])).toString("base64url");
}

/** The response that a proxy sends back; null where it is none. Only the proxy can send one. */
export function readRelayed(text: string): Answer | null {
  try {
    const [status, headers, body]: [number, Header[], string] = JSON.parse(
      Buffer.from(text, "base64url").toString("utf8"),
    );
    return { status, headers, body };
  } catch {
    return null;
  }
}
