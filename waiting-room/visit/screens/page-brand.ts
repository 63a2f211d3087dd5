import type { EventSettings } from "@/lib/domain/event/settings";
import type { Exchange } from "@/waiting-room/http/http";
import type { PageBrand } from "@/waiting-room/pages/document";
import { themeOf } from "./wear-theme";

/** An event's brand as pages take it, in the theme that the request wears. */
export function pageBrand(settings: EventSettings, exchange: Exchange): PageBrand {
  const { customerId, eventId, brand } = settings;
  const logoUrl =
    brand.logo === null
      ? null
      : exchange.link(`/assets/logo/${customerId}/${eventId}/${brand.logo.hash}`);
  return { name: brand.name, colour: brand.colour, logoUrl, theme: themeOf(exchange, settings) };
}
