import { sniffImage } from "@/lib/domain/theme/sniff-image";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { EventView } from "@/lib/services/event/settings/event-view";
import {
  LOGO_BYTES_MAX,
  type SetLogoInput,
  setLogoInput,
} from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";

/** Sets the logo, or removes it with null. The kind of image is read from its own bytes. */
export async function setLogo(context: ServiceContext, rawInput: SetLogoInput): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId, logoBase64 } = setLogoInput.parse(rawInput);
  const logo = logoBase64 === null ? null : readLogo(logoBase64);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    return applyChange(tx, context, {
      event,
      data: { logo: logo?.bytes ?? null, logoContentType: logo?.contentType ?? null },
      verb: "event.set-logo",
      summary: `${logo === null ? "removed" : "set"} the logo of ${event.name}`,
      details: { contentType: logo?.contentType ?? null, sizeBytes: logo?.bytes.length ?? 0 },
    });
  });
}

function readLogo(base64: string) {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  if (bytes.length > LOGO_BYTES_MAX) {
    throw invalidField("logoBase64", "The logo must be 50 KB or smaller.");
  }
  const contentType = sniffImage(bytes);
  if (contentType === null) {
    throw invalidField(
      "logoBase64",
      "Choose a PNG, JPEG or WebP image, or an SVG without scripts, animation or external links.",
    );
  }
  return { bytes, contentType };
}
