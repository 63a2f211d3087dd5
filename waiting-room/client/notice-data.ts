import type { Texts } from "@/lib/domain/page-texts/texts";

/** What the page on which visitors ask to be told says to its script. */
export type NoticeData = {
  /** Where what a visitor asks is sent. */
  readonly path: string;
  readonly workerPath: string;
  /** The key by which push services know the installation, in base64url. */
  readonly pushKey: string;
  readonly texts: Pick<Texts["notice"], "pushOn" | "pushDenied" | "addressUsed"> & {
    readonly failed: string;
  };
};

/** What the service worker is sent when the turn comes soon. */
export type TurnMessage = {
  readonly title: string;
  readonly body: string;
  /** The waiting page. */
  readonly link: string;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
};
