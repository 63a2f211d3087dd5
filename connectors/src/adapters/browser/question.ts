import { asRecord, asText } from "../../core/untrusted.ts";
import type { Asked } from "./judge.ts";
import type { Page } from "./page.ts";
import { withinPatience } from "./patience.ts";

/** What the waiting room says about a page. */
export type Verdict =
  | { readonly type: "session"; readonly value: string }
  | { readonly type: "redirect"; readonly address: string };

/** An answer that is neither a session nor an address to go to is none. */
function readVerdict(given: unknown): Verdict | null {
  const record = asRecord(given) ?? {};
  const address = asText(record["redirectUrl"]);
  const value = asText(record["cookieValue"]);
  if (record["redirect"] !== true) return value === "" ? null : { type: "session", value };
  return /^https?:\/\//i.test(address) ? { type: "redirect", address } : null;
}

/**
 * Asks the waiting room by running the script at the address of the question. Resolves to null when
 * there is no answer in time; never rejects.
 */
export async function ask(
  page: Page,
  customerId: string,
  { rule, address }: Asked,
): Promise<Verdict | null> {
  let verdict: Verdict | null = null;
  page.define(["queueit", customerId, rule.eventId, "enqueue"], (given) => {
    verdict = readVerdict(given);
  });
  return (await withinPatience(page, page.loadScript(address))) ? verdict : null;
}
