import { sniffImage } from "@/lib/domain/theme/sniff-image";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { LOGO_BYTES_MAX, setLogoInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";

/** Sets the logo, or removes it with null. The kind of image is read from its own bytes. */
export const setLogo = defineChange(
  "event:write",
  setLogoInput,
  async (tx, context, { eventId, logoBase64 }) => {
    const logo = logoBase64 === null ? null : readLogo(logoBase64);
    const event = await getEventOfCustomer(tx, context, eventId);
    return applyChange(tx, context, {
      event,
      data: { logo: logo?.bytes ?? null, logoContentType: logo?.contentType ?? null },
      verb: "event.set-logo",
      summary: `${logo === null ? "removed" : "set"} the logo of ${event.name}`,
      details: { contentType: logo?.contentType ?? null, sizeBytes: logo?.bytes.length ?? 0 },
    });
  },
);

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
