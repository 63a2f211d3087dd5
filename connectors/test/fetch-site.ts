import {
  createActivityReporter,
  createFetchConnector,
  type FetchConnector,
} from "../src/adapters/fetch/index.ts";
import {
  type AdapterSite,
  ORIGIN_COOKIE,
  originPage,
  type SiteAnswer,
  type SiteSetup,
  type SiteVisit,
  toOptions,
} from "./conformance/site.ts";

const ORIGIN = "https://shop.example";

async function answerAsOrigin(request: Request): Promise<Response> {
  const headers = { "set-cookie": ORIGIN_COOKIE };
  return new Response(originPage(await request.text()), { headers });
}

async function toAnswer(response: Response): Promise<SiteAnswer> {
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    setCookies: response.headers.getSetCookie(),
    body: await response.text(),
  };
}

/** Starts a site whose visitors are `Request` objects in this process. */
export async function startFetchSite(
  setup: SiteSetup,
  create: (options: ReturnType<typeof toOptions>) => Pick<FetchConnector, "handle" | "close">,
): Promise<AdapterSite> {
  const connector = create(toOptions(setup, createActivityReporter));
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>): void => void background.push(work);
  const send = async (path: string, visit: SiteVisit = {}): Promise<SiteAnswer> => {
    const { method = "GET", headers = {}, body, clientIp } = visit;
    const request = new Request(`${ORIGIN}${path}`, { method, headers, body: body ?? null });
    const facts = { clientIp, waitUntil };
    return toAnswer(await connector.handle(request, answerAsOrigin, facts));
  };
  await send("/");
  await Promise.all(background);
  return { origin: ORIGIN, send, close: connector.close };
}

/** The adapter for `Request` and `Response` itself. */
export function startPlainFetchSite(setup: SiteSetup): Promise<AdapterSite> {
  return startFetchSite(setup, createFetchConnector);
}
