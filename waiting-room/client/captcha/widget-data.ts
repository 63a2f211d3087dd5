import type { CaptchaTexts } from "@/lib/domain/page-texts/texts";
import type { CaptchaChallenge } from "@/lib/domain/visitor-api/visitor-api";

/** What the page of the frame hands to its script, in the element with the id `stanchion-widget`. */
export type WidgetData = {
  readonly provider: CaptchaChallenge["provider"];
  readonly siteKey: string;
  /** The vendor's script. */
  readonly scriptUrl: string;
  readonly action: string;
  readonly language: string;
  readonly texts: CaptchaTexts;
};

/** What the frame tells the page around it. */
export type WidgetMessage =
  | { readonly stanchionCaptcha: "solved"; readonly token: string }
  | { readonly stanchionCaptcha: "other" | "unloaded" }
  | { readonly stanchionCaptcha: "height"; readonly height: number };
