import { splitQueueToken } from "../../core/queue-token-url.ts";

const PAGE_HEADER = "x-queueit-ajaxpageurl";
const TOKEN_HEADER = "x-queueittoken";

/**
 * Returns the headers by which a script's request tells of its page. The page's own origin is told
 * the queue token, too, as long as it is fresh: where only addresses for scripts are protected,
 * nobody else would take it up. Other hosts would have to allow that header.
 */
export function ajaxHeaders(
  url: string,
  { isOwn, nowMs }: { readonly isOwn: boolean; readonly nowMs: number },
): readonly (readonly [name: string, value: string])[] {
  const { pageUrl, queueToken } = splitQueueToken(url);
  const page = [PAGE_HEADER, encodeURIComponent(pageUrl)] as const;
  const expiresUnixSeconds = Number(/(?:^|~)ts_(\d+)/.exec(queueToken ?? "")?.[1] ?? 0);
  const isFresh = isOwn && queueToken !== null && expiresUnixSeconds * 1000 >= nowMs;
  return isFresh ? [page, [TOKEN_HEADER, queueToken]] : [page];
}

/** Says in a redirect that a script brought it about, as the waiting room expects it. */
export function markAsAjax(address: string): string {
  const target = /[?&]t=/.exec(address);
  if (target === null) return `${address}${address.includes("?") ? "&" : "?"}_jsar=1`;
  const at = target.index;
  return `${address.slice(0, at)}${address[at]}_jsar=1&${address.slice(at + 1)}`;
}
