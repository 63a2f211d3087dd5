import type { EventSettings } from "@/lib/domain/event/settings";
import type { Exchange } from "@/waiting-room/http/http";

/** An event's brand as pages take it. */
export function pageBrand({ customerId, eventId, brand }: EventSettings, exchange: Exchange) {
  const logoUrl =
    brand.logo === null
      ? null
      : exchange.link(`/assets/logo/${customerId}/${eventId}/${brand.logo.hash}`);
  return { name: brand.name, colour: brand.colour, logoUrl };
}
