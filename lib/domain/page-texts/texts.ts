import type en from "./languages/en.json";
import type { PluralText } from "./text";

/** All texts of visitors' pages and of what is sent to visitors, in one language; English has every key. */
export type Texts = Translated<typeof en>;

/** What the open page says; it travels in the page's data. */
export type ScreenTexts = Texts["screen"];

/** What the frame of a CAPTCHA says. */
export type CaptchaTexts = Texts["captcha"];

type Translated<Section> = {
  readonly [Key in keyof Section]: Section[Key] extends string
    ? string
    : Section[Key] extends { readonly other: string }
      ? PluralText
      : Translated<Section[Key]>;
};
