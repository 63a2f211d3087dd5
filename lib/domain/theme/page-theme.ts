import type { Theme } from "./theme";

/** A picture of a theme: a path of this host, and its size where it has one. */
export type PagePicture = {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
};

/** A theme as pages take it, with addresses instead of hashes. The same object for as long as it does not change. */
export type PageTheme = {
  /** Nobody else's pages wear it. */
  readonly customerId: string;
  /** Another one means that the theme has changed. */
  readonly revision: string;
  /** `#rrggbb`; null: the event's. */
  readonly colour: string | null;
  readonly colours: Theme["colours"];
  readonly logo: { readonly light: PagePicture; readonly dark: PagePicture | null } | null;
  readonly font: {
    readonly url: string;
    readonly family: string;
    readonly isVariable: boolean;
  } | null;
  readonly background: { readonly url: string; readonly position: string } | null;
  readonly links: Theme["links"];
  readonly texts: Theme["texts"];
  readonly arrangement: Theme["arrangement"];
  readonly appearance: Theme["appearance"];
  /** The hash of the customer's own HTML. */
  readonly template: Theme["template"];
};
