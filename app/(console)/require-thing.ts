import { setTimeout as delay } from "node:timers/promises";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ZodError } from "zod";
import { getReadingContext } from "@/lib/auth/get-service-context";
import { findOperation } from "@/lib/docs/read-operations";
import { readDocsPage } from "@/lib/docs/read-page";
import { SECTION_IDS } from "@/lib/domain/event/settings/table";
import { PATH_HEADER } from "@/lib/http/security-headers";
import { getEvent } from "@/lib/services/event/manage/get";
import { getTheme } from "@/lib/services/event/theme/get";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound as notFoundError, ServiceError } from "@/lib/services/ground/errors";
import { getRehearsal } from "@/lib/services/operation/rehearsal/get";
import { getRunReport } from "@/lib/services/operation/report/get";
import { getAddressList } from "@/lib/services/sites/address-list/get";
import { getPublication } from "@/lib/services/sites/publication/get";
import { getRule } from "@/lib/services/sites/rule/get";
import { getWebhook } from "@/lib/services/sites/webhook/get";
import { getDelivery } from "@/lib/services/sites/webhook/get-delivery";

type Read = (context: ServiceContext, id: string) => Promise<unknown>;

/** Throws `not_found` for nothing. */
function found(thing: unknown): void {
  if (thing === null || thing === undefined) throw notFoundError("page");
}

/** What pages are about, by how their paths begin; the words are pages of their own. A page can be about several. */
const THINGS: readonly (readonly [RegExp, Read])[] = [
  [/^\/events\/(?!new$)([^/]+)/, (context, eventId) => getEvent(context, { eventId })],
  [/^\/reports\/([^/]+)$/, (context, runId) => getRunReport(context, { runId })],
  [/^\/rules\/(?!new$|versions$)([^/]+)$/, (context, ruleId) => getRule(context, { ruleId })],
  [
    /^\/rehearsals\/(?!new$|live$)([^/]+)$/,
    (context, rehearsalId) => getRehearsal(context, { rehearsalId }),
  ],
  [/^\/themes\/(?!preview$)([^/]+)$/, (context, themeId) => getTheme(context, { themeId })],
  [
    /^\/events\/[^/]+\/settings\/([^/]+)$/,
    async (_, section) => found(SECTION_IDS.find((id) => id === section)),
  ],
  [
    /^\/rules\/versions\/([^/]+)$/,
    (context, version) => getPublication(context, { version: Number(version) }),
  ],
  [/^\/docs\/(?!api\/operations(?:\/|$))(.+)$/, async (_, path) => found(await readDocsPage(path))],
  [/^\/docs\/api\/operations\/([^/]+)$/, async (_, id) => found(await findOperation(id))],
  [/^\/address-lists\/([^/]+)$/, (context, listId) => getAddressList(context, { listId })],
  [/^\/webhooks\/([^/]+)/, (context, endpointId) => getWebhook(context, { endpointId })],
  [
    /^\/webhooks\/([^/]+\/deliveries\/[^/]+)$/,
    (context, path) => {
      const [endpointId = "", , deliveryId = ""] = path.split("/");
      return getDelivery(context, { endpointId, deliveryId });
    },
  ],
];

function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "not_found";
}

/** A database that takes longer is waited for by the page, whose loading state is seen meanwhile. */
const LATE_MS = 1_000;

/**
 * Answers 404 where the page that a browser loads is about something that there is not. The page finds that out, too, but
 * only after its loading state was sent with 200, as it is where that takes long. What else is wrong the page says itself.
 */
export async function requireThing(): Promise<void> {
  const asked = await headers();
  // What a page fetches while it is open has no status that anybody looks at.
  if (asked.get("accept")?.includes("text/html") !== true) return;
  const things = thingsOf(asked.get(PATH_HEADER) ?? "");
  if (things.length === 0) return;
  const context = await getReadingContext();
  const isMissing = async ({ read, id }: Thing) =>
    read(context, id).then(
      () => false,
      (error: unknown) => error instanceof ZodError || isNotFound(error),
    );
  const areMissing = Promise.all(things.map(isMissing));
  const missing = await Promise.race([areMissing, delay(LATE_MS, [false])]);
  if (missing.includes(true)) notFound();
}

type Thing = { readonly id: string; readonly read: Read };

/** What the page at a path is about; none for a page that is about nothing in particular. */
export function thingsOf(path: string): readonly Thing[] {
  return THINGS.flatMap(([pattern, read]) => {
    const id = pattern.exec(path)?.[1];
    return id === undefined ? [] : [{ id, read }];
  });
}
