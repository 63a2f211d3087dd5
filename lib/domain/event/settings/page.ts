import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { NO_NOTICES } from "@/lib/domain/notice/notice-setting";
import { custom, flag, line } from "./kinds";
import { setting } from "./setting";

/** What visitors see, and how they are told of their turn. */
export const page = {
  /** The customer’s name where nobody gives one, so no shorter than that may be. */
  brandName: setting(line(80), {
    label: "Brand name",
    words: "title company",
    isOwn: true,
    isSafeWhileOpen: true,
  }),
  /** In what language visitors read who ask for none that the pages have. */
  language: setting(custom("language"), {
    label: "Language",
    words: "translation locale",
    default: "en",
    isSafeWhileOpen: true,
    wire: "added",
  }),
  brandColour: setting(custom("colour"), {
    label: "Brand colour",
    words: "color accent",
    default: EVENT_DEFAULTS.brandColour,
    isSafeWhileOpen: true,
  }),
  /** The key of the theme that its pages wear; null: the brand alone. */
  theme: setting(custom("theme"), {
    label: "Theme",
    words: "css design html custom page template layout",
    column: "theme",
    default: null,
    isSafeWhileOpen: true,
    wire: "added",
  }),
  /** The customer's public status page says how it stands, where there is one. */
  onStatusPage: setting(flag, {
    label: "Show on the status page",
    words: "public press journalists state feed",
    default: true,
    isSafeWhileOpen: true,
  }),
  /** How visitors may be told shortly before their turn. */
  notices: setting(custom("notices"), {
    label: "Notices",
    words: "e-mail mail web push notification sms notify me",
    default: NO_NOTICES,
    isSafeWhileOpen: true,
    wire: "added",
    inTestCopy: NO_NOTICES,
  }),
};
