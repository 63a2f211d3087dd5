import type { EventSettings } from "@/lib/domain/event/settings";
import type { PageTheme } from "@/lib/domain/theme/page-theme";
import { isWireId } from "@/lib/domain/wire-id";
import type { Exchange } from "@/waiting-room/http/http";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/**
 * Finds the theme of a request's page before its route begins, so that whatever the route answers wears it: what the
 * link names (`l`), if the customer has it, else the event's. `ids` are those of the path. Never rejects: a page
 * without its theme is better than none.
 */
export async function wearTheme(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
): Promise<void> {
  const { query, customerId: named } = exchange;
  const asked = query.get("e");
  const [customerId = "", eventId = ""] = named !== null && asked !== null ? [named, asked] : ids;
  if (!isWireId(customerId) || !isWireId(eventId)) return;
  try {
    const line = await context.lines.find({ customerId, eventId });
    if (line === null) return;
    const keys = [query.get("l"), line.settings.theme].filter((key) => typeof key === "string");
    if (keys.length > 0) exchange.theme = await context.themes.find(customerId, keys);
    const { template = null } = exchange.theme ?? {};
    if (template !== null)
      exchange.template = await context.themes.findTemplate(customerId, template);
  } catch (error) {
    context.log(error);
  }
}

/** What pages of an event wear in this request; null for none, and for pages of no event or of another customer. */
export function themeOf(
  { theme }: Exchange,
  settings: Pick<EventSettings, "customerId"> | null,
): PageTheme | null {
  return theme !== null && theme.customerId === settings?.customerId ? theme : null;
}
