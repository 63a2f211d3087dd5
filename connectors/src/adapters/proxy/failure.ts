import { type ServerResponse, STATUS_CODES } from "node:http";
import { plainPage } from "../../host/plain-page.ts";

/** Why the proxy answers instead of the origin. Codes are stable. */
export type FailureCode =
  | "bad-request"
  | "body-too-large"
  | "proxy-loop"
  | "upgrade-not-supported"
  | "origin-failed"
  | "origin-timeout"
  | "origin-unreachable";

interface Explanation {
  readonly status: number;
  readonly headline: string;
  readonly text: string;
}

const EXPLANATIONS: Readonly<Record<FailureCode, Explanation>> = {
  "bad-request": {
    status: 400,
    headline: "This request is not right",
    text: "It names no host that can be, or holds what no request may hold.",
  },
  "body-too-large": {
    status: 413,
    headline: "That is too much",
    text: "What was sent is larger than this site takes.",
  },
  "proxy-loop": {
    status: 508,
    headline: "This site leads back to itself",
    text: "The proxy's origin is the proxy. Whoever runs the site has to set another origin.",
  },
  "upgrade-not-supported": {
    status: 501,
    headline: "This cannot be done here",
    text: "The request asks for a protocol that this site does not speak.",
  },
  "origin-failed": {
    status: 502,
    headline: "The site gave no proper answer",
    text: "Please try again in a moment. Your place is not lost.",
  },
  "origin-timeout": {
    status: 504,
    headline: "The site takes too long to answer",
    text: "Please try again in a moment. Your place is not lost.",
  },
  "origin-unreachable": {
    status: 502,
    headline: "The site cannot be reached",
    text: "Please try again in a moment. Your place is not lost.",
  },
};

/** An expected failure on the way to the origin. */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";
  readonly code: FailureCode;

  constructor(code: FailureCode, cause?: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    super(`${code}${reason}`, { cause });
    this.code = code;
  }
}

function pageOf(code: FailureCode): string {
  const { headline, text } = EXPLANATIONS[code];
  return plainPage(headline, `<p>${text}</p>\n<p><code>${code}</code></p>`);
}

/** Answers instead of the origin: with a page where one is wanted, else with the code alone. */
export function answerFailure(response: ServerResponse, code: FailureCode): void {
  const { status } = EXPLANATIONS[code];
  const isPage = response.req.headers.accept?.toLowerCase().includes("text/html") === true;
  response.statusCode = status;
  response.statusMessage = STATUS_CODES[status] ?? "";
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", `text/${isPage ? "html" : "plain"}; charset=utf-8`);
  response.setHeader("x-stanchion-proxy", code);
  if (status > 501 && status < 508) response.setHeader("Retry-After", "10");
  // What is left of the request's body is not worth reading.
  response.shouldKeepAlive &&= response.req.complete;
  response.end(isPage ? pageOf(code) : `${code}\n`);
}
