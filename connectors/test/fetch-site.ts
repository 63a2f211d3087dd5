import {
  acceptPush,
  checkPasses,
  createActivityReporter,
  createFetchConnector,
  explainDecisions,
  type FetchConnector,
  secretsOfEvents,
  sendHeartbeat,
  signedBy,
} from "../src/adapters/fetch/index.ts";
import type { StandardOptions } from "../src/host/index.ts";
import {
  type AdapterSite,
  ORIGIN_COOKIE,
  ORIGIN_SAYS,
  originPage,
  originSays,
  type SiteAnswer,
  type SiteSetup,
  type SiteVisit,
  toOptions,
} from "./conformance/site.ts";

const ORIGIN = "https://shop.example";

async function answerAsOrigin(request: Request): Promise<Response> {
  const headers = new Headers({ "set-cookie": ORIGIN_COOKIE });
  for (const [name, value] of originSays(request.headers.get(ORIGIN_SAYS))) {
    headers.append(name, value);
  }
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
  create: (options: StandardOptions) => Pick<FetchConnector, "handle">,
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
  return { origin: ORIGIN, send, close: async () => undefined };
}

/** The adapter for `Request` and `Response` itself, with the parts that the setup asks for. */
export function startPlainFetchSite(setup: SiteSetup): Promise<AdapterSite> {
  return startFetchSite(
    setup,
    ({
      configPublicKeys,
      acceptsPush,
      checksPasses,
      config,
      eventSecrets,
      onProblem,
      ...options
    }) =>
      createFetchConnector({
        ...options,
        eventSecrets: eventSecrets && secretsOfEvents(eventSecrets),
        signature: configPublicKeys && signedBy(configPublicKeys),
        push: acceptsPush === true ? acceptPush() : undefined,
        verifyPass: checksPasses === false ? undefined : checkPasses(),
        heartbeat: sendHeartbeat(),
        diagnostics: explainDecisions(),
      }),
  );
}
