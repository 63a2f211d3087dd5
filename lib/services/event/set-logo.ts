import { sniffImage } from "@/lib/domain/theme/sniff-image";
import type { ServiceContext } from "@/lib/services/context";
import { invalidField } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer } from "./find-event";
import { LOGO_BYTES_MAX, type SetLogoInput, setLogoInput } from "./inputs";

/** Sets the logo, or removes it with null. The kind of image is read from its own bytes. */
export async function setLogo(context: ServiceContext, rawInput: SetLogoInput): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId, logoBase64 } = setLogoInput.parse(rawInput);
  const logo = logoBase64 === null ? null : readLogo(logoBase64);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    const changed = await changeEvent(tx, context, {
      event,
      data: { logo: logo?.bytes ?? null, logoContentType: logo?.contentType ?? null },
    });
    await recordAudit(tx, context, {
      verb: "event.set-logo",
      subject: event.id,
      summary: `${logo === null ? "removed" : "set"} the logo of ${event.name}`,
      details: { contentType: logo?.contentType ?? null, sizeBytes: logo?.bytes.length ?? 0 },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
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
      "Choose a PNG, JPEG or WebP image, or an SVG without scripts, animation and outside links.",
    );
  }
  return { bytes, contentType };
}
