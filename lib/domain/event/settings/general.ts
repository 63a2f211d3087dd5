import { custom, line, lines } from "./kinds";
import { setting } from "./setting";

/** What an event is called, and where visitors go. */
export const general = {
  name: setting(line(100), {
    label: "Name",
    words: "title called",
    isOwn: true,
    isOutsideTemplates: true,
    isSafeWhileOpen: true,
    wire: "always",
    column: "name",
  }),
  targetUrl: setting(custom("targetUrl"), {
    label: "Target URL",
    words: "address destination shop redirect",
    isOwn: true,
    wire: "always",
  }),
  /** `host`, `host:port` or `*.host`; the host of `targetUrl` is always allowed. */
  allowedHosts: setting(lines("hosts", "Allowed target host", "Order of allowed target hosts"), {
    label: "Allowed target hosts",
    words: "domains return redirect",
    default: [],
    wire: "always",
  }),
};
