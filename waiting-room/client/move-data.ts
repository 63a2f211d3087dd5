import type { Texts } from "@/lib/domain/page-texts/texts";

/** What the page that shows a code for another device says to its script. */
export type MoveData = {
  /** With the code in it. */
  readonly link: string;
  /** For how long the code works, from when the page was made. */
  readonly leftMs: number;
  readonly language: string;
  readonly texts: Pick<Texts["move"], "codeLeft" | "copied">;
};
