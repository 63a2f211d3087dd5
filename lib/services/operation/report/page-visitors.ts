import { defineVerb } from "@/lib/services/ground/define-verb";
import type { PageOf } from "@/lib/services/ground/keyset";
import { type ListedVisitor, listVisitors } from "./list-visitors";
import { pageVisitorsInput } from "./visitor-inputs";

/** What `listVisitors` answers, for programs; nobody where the event has no line now. */
export const pageVisitors = defineVerb(
  "report:read",
  pageVisitorsInput,
  async (context, { cursor: from, ...shown }): Promise<PageOf<ListedVisitor>> => {
    const page = await listVisitors(context, { ...shown, ...(from === undefined ? {} : { from }) });
    return { items: page.visitors ?? [], nextCursor: page.next };
  },
);
