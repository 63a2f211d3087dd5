import { plural } from "@/components/shared/format";
import type { Integration } from "@/lib/domain/integration-config/model";
import type { PastedRequest } from "@/lib/domain/pasted-request/pasted-request";

/** What came with the address of a request that somebody pasted: `2 headers, 1 cookie`; "" for nothing. */
export function baggageWords(request: PastedRequest): string {
  const { headers, body } = request;
  const cookies = cookieCount(request);
  const parts = [
    headers.length === 0 ? "" : plural(headers.length, "header"),
    cookies === 0 ? "" : plural(cookies, "cookie"),
    body === null ? "" : `a body of ${plural(body.length, "character")}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
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
    Ignore: "the visitor skips the waiting room",
  }[actionType];
}
