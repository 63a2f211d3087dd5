import { plural } from "@/components/shared/format";
import type { Integration } from "@/lib/domain/integration-config/model";
import type { PastedRequest, PasteReading } from "@/lib/domain/pasted-request/pasted-request";

/** What was read out of a text that somebody pasted, in a few words. */
export function readingWords(reading: Extract<PasteReading, { ok: true }>): string {
  const { method, url, headers, body } = reading.request;
  const cookies = cookieCount(reading.request);
  const parts = [
    headers.length === 0 ? "" : plural(headers.length, "header"),
    cookies === 0 ? "" : plural(cookies, "cookie"),
    body === null ? "" : `a body of ${plural(body.length, "character")}`,
  ].filter((part) => part !== "");
  return `${method} ${url}${parts.length === 0 ? "" : `, with ${parts.join(", ")}`}`;
}

function cookieCount({ headers }: PastedRequest): number {
  return headers
    .filter(([name]) => name.toLowerCase() === "cookie")
    .flatMap(([, value]) => value.split(";"))
    .filter((one) => one.includes("=")).length;
}

/** What a connector does with a visitor whose request a rule decides. */
export function outcomeWords(actionType: Integration["ActionType"], event: string): string {
  return {
    Queue: `the visitor goes through the waiting room of ${event}`,
    Cancel: `the visitor’s session of ${event} ends`,
    Ignore: "the visitor goes straight on",
  }[actionType];
}
