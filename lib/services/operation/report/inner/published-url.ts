import { env } from "@/lib/platform/env";
import type { PublishedUrls } from "../publish";

/** Where everybody reads a published report. */
export function publishedUrls(
  { customerId, eventId }: { readonly customerId: string; readonly eventId: string },
  reportId: string,
): PublishedUrls {
  return {
    pageUrl: `${env.waitingRoomUrl()}/report/${customerId}/${eventId}/${reportId}`,
    url: `${env.consoleUrl()}/api/fairness/${reportId}`,
  };
}
