import type { PageProblem } from "./options.ts";

/** The page that the connector runs in, as far as it touches it. */
export interface Page {
  readonly url: () => string;
  readonly cookies: () => string;
  readonly userAgent: () => string;
  readonly nowMs: () => number;
  /** A global variable by its path, such as `shop.user.level`, as text; "" when there is none. */
  readonly variable: (path: string) => string;
  /** Puts a function where scripts of the waiting room look for it: `["queueit", "acme", …]`. */
  readonly define: (path: readonly string[], value: (argument: unknown) => void) => void;
  /** Takes the value of a `Set-Cookie` header. */
  readonly setCookie: (text: string) => void;
  /** Runs a script from another host; rejects when it cannot be had. */
  readonly loadScript: (address: string) => Promise<void>;
  /** Goes elsewhere; the page stays in the history only where it asks to. */
  readonly navigate: (address: string, keepsPage: boolean) => void;
  /** Changes the address bar alone. */
  readonly replaceUrl: (url: string) => void;
  /** Covers the page, with a text if there is one; null takes the cover away. */
  readonly cover: (text: string | null) => void;
  readonly after: (delayMs: number, run: () => void) => void;
  /** Tells the rest of the page what has happened. */
  readonly announce: (name: string, detail: unknown) => void;
  /** Tells whoever builds the page what is wrong. */
  readonly report: (problem: PageProblem, detail: string) => void;
}
