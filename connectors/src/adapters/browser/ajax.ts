import { removeQueueToken } from "../../core/queue-token-url.ts";

const PAGE_HEADER = "x-queueit-ajaxpageurl";
const TOKEN_HEADER = "x-queueittoken";

/**
 * Returns the headers by which a script's request tells of its page, and of the queue token with
 * which the page was opened, as long as that is fresh: where only addresses for scripts are
 * protected, nobody else would take it up.
 *
 * @param queueToken - null where the request goes to another host, which may not allow the header
 */
export function ajaxHeaders(
  url: string,
  queueToken: string | null,
  nowMs: number,
): readonly (readonly [name: string, value: string])[] {
  const page = [PAGE_HEADER, encodeURIComponent(removeQueueToken(url))] as const;
  const expiresUnixSeconds = Number(/(?:^|~)ts_(\d+)/.exec(queueToken ?? "")?.[1] ?? 0);
  const isFresh = queueToken !== null && expiresUnixSeconds * 1000 >= nowMs;
  return isFresh ? [page, [TOKEN_HEADER, queueToken]] : [page];
}

/** Says in a redirect that a script brought it about, as the waiting room expects it. */
export function markAsAjax(address: string): string {
  const target = /[?&]t=/.exec(address);
  if (target === null) return `${address}${address.includes("?") ? "&" : "?"}_jsar=1`;
  const at = target.index;
  return `${address.slice(0, at)}${address[at]}_jsar=1&${address.slice(at + 1)}`;
}
