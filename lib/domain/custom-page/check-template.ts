import { compileTemplate } from "./compile-template";
import type { Finding } from "./finding";

export type TemplateCheck = {
  /** Each refuses the template. */
  readonly problems: readonly Finding[];
  /** What is left out of the page; it does not refuse the template. */
  readonly removed: readonly Finding[];
  /** The origins from which it loads something. The page's policy blocks those that the theme does not name. */
  readonly origins: readonly string[];
};

/** What the author of a template has to know before it goes live. */
export function checkTemplate(html: string): TemplateCheck {
  const { problems, removed, origins } = compileTemplate(html);
  return { problems, removed, origins };
}
