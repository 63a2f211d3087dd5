import type { EventSettings } from "@/lib/domain/event/settings";
import {
  isOffered,
  NO_MEANS,
  type NoticeMeans,
  noticesOffered,
} from "@/lib/domain/notice/notice-setting";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** How visitors of an event can be told of their turn. While Redis does not answer, as this process knew it last. */
export async function findNotices(
  { customers }: ServerContext,
  settings: EventSettings,
): Promise<NoticeMeans> {
  const customer = await customers.find(settings.customerId);
  return noticesOffered(settings, customer?.noticeMeans ?? NO_MEANS);
}

/** Whether there is any way, without waiting: by what this process knew last of the customer. */
export function offersNotices({ customers }: ServerContext, settings: EventSettings): boolean {
  const isWanted = settings.notices?.mail === true || settings.notices?.push === true;
  if (!isWanted) return false;
  return isOffered(
    noticesOffered(settings, customers.held(settings.customerId)?.noticeMeans ?? NO_MEANS),
  );
}
