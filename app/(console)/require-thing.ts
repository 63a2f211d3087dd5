import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ZodError } from "zod";
import { getReadingContext } from "@/lib/auth/get-service-context";
import { PATH_HEADER } from "@/lib/http/security-headers";
import { getEvent } from "@/lib/services/event/manage/get";
import { getTheme } from "@/lib/services/event/theme/get";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { getRehearsal } from "@/lib/services/operation/rehearsal/get";
import { getRunReport } from "@/lib/services/operation/report/get";
import { getAddressList } from "@/lib/services/sites/address-list/get";
import { getRule } from "@/lib/services/sites/rule/get";

type Read = (context: ServiceContext, id: string) => Promise<unknown>;

/** What pages are about, by how their paths begin; the words are pages of their own. */
const THINGS: readonly (readonly [RegExp, Read])[] = [
  [/^\/events\/(?!new$)([^/]+)/, (context, eventId) => getEvent(context, { eventId })],
  [/^\/reports\/(?!search$)([^/]+)$/, (context, runId) => getRunReport(context, { runId })],
  [/^\/rules\/(?!new$|versions$)([^/]+)$/, (context, ruleId) => getRule(context, { ruleId })],
  [
    /^\/rehearsals\/(?!new$|live$)([^/]+)$/,
    (context, rehearsalId) => getRehearsal(context, { rehearsalId }),
  ],
  [/^\/themes\/(?!preview$)([^/]+)$/, (context, themeId) => getTheme(context, { themeId })],
  [/^\/address-lists\/([^/]+)$/, (context, listId) => getAddressList(context, { listId })],
];

function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "not_found";
}

/**
 * Answers 404 where the page that a browser loads is about something that there is not. The page finds that out, too, but
 * only after its loading state was sent with 200. What else is wrong the page says itself.
 */
export async function requireThing(): Promise<void> {
  const asked = await headers();
  // What a page fetches while it is open has no status that anybody looks at.
  if (asked.get("accept")?.includes("text/html") !== true) return;
  const thing = thingOf(asked.get(PATH_HEADER) ?? "");
  if (thing === null) return;
  const isMissing = await thing.read(await getReadingContext(), thing.id).then(
    () => false,
    (error: unknown) => error instanceof ZodError || isNotFound(error),
  );
  if (isMissing) notFound();
}

/** What the page at a path is about; null for a page that is about nothing in particular. */
export function thingOf(path: string): { readonly id: string; readonly read: Read } | null {
  for (const [pattern, read] of THINGS) {
    const id = pattern.exec(path)?.[1];
    if (id !== undefined) return { id, read };
  }
  return null;
}
