import { plainPage } from "./plain-page.ts";

/** What visitors see who come while nobody knows yet whether they may. */
export const NOT_READY_PAGE: string = /* @__PURE__ */ plainPage(
  "One moment, please",
  "<p>This page is not ready for visitors yet. It tries again by itself in a few seconds.</p>",
  '<meta http-equiv="refresh" content="10">\n',
);
