import { type Exchange, header } from "@/waiting-room/http/http";

/** Headers by which browsers say that nobody looks at what they load, or not yet. */
const AHEAD_OF_TIME = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** True for a person's navigation; previews, prefetches and HEAD must not take a slot. */
export function isNavigation({ request, method }: Exchange): boolean {
  const mode = header(request, "sec-fetch-mode");
  if (method !== "GET" || (mode !== undefined && mode !== "navigate")) return false;
  return AHEAD_OF_TIME.every((name) => header(request, name) === undefined);
}

/**
 * True where a browser says that a person navigates in a window of its own. A document in a frame takes no number
 * and no slot: any page could make its visitors take one each, and their browsers would not even keep the place.
 * What says nothing may be a link preview: it gets the page, which joins where a script or a person does.
 */
export function isOwnWindow(exchange: Exchange): boolean {
  const { request } = exchange;
  const isSaid =
    header(request, "sec-fetch-mode") === "navigate" &&
    header(request, "sec-fetch-dest") === "document";
  return isSaid && isNavigation(exchange);
}
