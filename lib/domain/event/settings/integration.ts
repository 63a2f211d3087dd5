import { custom } from "./kinds";
import { setting } from "./setting";

/** What programs of other makers keep of an event. */
export const integration = {
  /** The waiting room that the event is for programs of Cloudflare's API; null for none. */
  cloudflareRoom: setting(custom("cloudflareRoom"), {
    label: "Cloudflare room",
    words: "compatibility api zone",
    default: null,
    isOwn: true,
    isOutsideTemplates: true,
    isSafeWhileOpen: true,
    inTestCopy: null,
  }),
};
