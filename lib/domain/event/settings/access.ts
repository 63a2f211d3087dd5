import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { choice, count, custom, flag, lines, minutes } from "./kinds";
import { setting } from "./setting";

/** Who may join, from where, and how long an admission lasts. */
export const access = {
  /** Nobody joins without an enqueue token or an access code. */
  inviteOnly: setting(flag, {
    label: "By invitation only",
    words: "access codes enqueue token invite only unique links visitor identification",
    default: false,
    wire: "always",
    inTestCopy: false,
  }),
  sessionMode: setting(choice({ sliding: "sliding", fixed: "fixed" }), {
    label: "Session",
    words: "sliding fixed cookie renewal extend validity",
    default: EVENT_DEFAULTS.sessionMode,
    wire: "always",
  }),
  sessionMinutes: setting(minutes(1, 1_440), {
    label: "Session length",
    words: "cookie minutes duration validity timeout",
    default: EVENT_DEFAULTS.sessionMinutes,
    wire: "always",
  }),
  queueTokenValiditySeconds: setting(count(10, 3_600, "seconds"), {
    label: "Pass valid for",
    words: "pass expiry token validity",
    default: EVENT_DEFAULTS.queueTokenValiditySeconds,
    wire: "always",
  }),
  /** Queue tokens count only from the network address that was admitted. */
  bindsToAddress: setting(flag, {
    label: "Bind passes to the visitor’s IP address",
    words: "ip cgnat",
    default: false,
    wire: "always",
    inTestCopy: false,
  }),
  /** Sites whose scripts may ask for their visitors, such as `https://app.example`. */
  apiOrigins: setting(lines("origins", "API site", "Order of API sites"), {
    label: "Sites allowed to use the API",
    words: "cors api scripts apps",
    default: [],
    wire: "added",
  }),
  /** Sites that may show the waiting page in a frame, as origins. */
  frameOrigins: setting(
    lines("origins", "Site allowed to embed", "Order of sites allowed to embed"),
    {
      label: "Sites allowed to embed the waiting page",
      words: "iframe embed",
      default: [],
      wire: "added",
    },
  ),
  waitingStatusCode: setting(custom("waitingStatusCode"), {
    label: "Waiting page status code",
    words: "http 200 202 429 503 seo queueing response code",
    default: EVENT_DEFAULTS.waitingStatusCode,
    wire: "always",
  }),
  /** Programs that were written for Cloudflare's Waiting Room may wait here. */
  cloudflareJson: setting(flag, {
    label: "Cloudflare-compatible JSON",
    words: "compatibility apps response enabled mobile",
    default: false,
    wire: "added",
  }),
};
