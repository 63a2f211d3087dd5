import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { type Asked, form } from "../shared/ask";
import { serve } from "../shared/serve";
import { ConsoleBrowser } from "./console-browser";

export type Account = {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
};

type Options = {
  readonly redirectUri: string;
  /** By the name that people write into its form. May change while it runs. */
  readonly accounts: Map<string, Account>;
  readonly idTokenSeconds?: number;
  readonly address?: string;
};

export const CLIENT = { clientId: "stanchion", clientSecret: "a-secret-of-the-provider" };

/** A real OpenID provider on this machine: people write which account is theirs. */
export async function startIdentityProvider(options: Options) {
  const { redirectUri, accounts, idTokenSeconds = 600, address = "127.0.0.1" } = options;
  let handle: RequestListener = () => undefined;
  const { port, close } = await serve((request, response) => handle(request, response), {
    host: address,
  });
  const issuer = `http://${address}:${port}`;
  // It says at once what it thinks of the runtime, also to who only lists attacks.
  const { default: Provider } = await import("oidc-provider");
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of token, and no component.
    ttl: { IdToken: () => idTokenSeconds },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    // Nobody is asked whether the console may know who they are.
    async loadExistingGrant({ oidc }) {
      const [clientId, accountId] = [oidc.client?.clientId ?? "", oidc.session?.accountId ?? ""];
      const grant = new provider.Grant({ clientId, accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith("/interaction/")) {
      void answer(request, response);
    } else if (request.method === "POST") {
      text(request)
        .then((body) => {
          const accountId = new URLSearchParams(body).get("account") ?? "";
          return provider.interactionFinished(request, response, { login: { accountId } });
        })
        .catch(() => response.destroy());
    } else {
      response.setHeader("content-type", "text/html");
      response.end(FORM);
    }
  };
  return { issuer, close };
}

const FORM = `<!doctype html><title>Company</title><form method="post">
<label>Account <input name="account"></label><button>Continue</button></form>`;

/** Signs in there as a browser would, and answers the address to which it is sent back. */
export async function signInAt(url: string, account: string): Promise<URL> {
  const { origin } = new URL(url);
  const browser = new ConsoleBrowser(origin);
  let at = new URL(url);
  let asked: Asked = {};
  for (let hops = 0; hops < 10; hops += 1) {
    const { status, headers } = await browser.ask(at.href, asked);
    const isForm = headers.location === undefined && at.pathname.startsWith("/interaction/");
    asked = isForm ? form({ account }) : {};
    if (isForm) continue;
    if (headers.location === undefined) throw new Error(`It answered ${status} at ${at}.`);
    at = new URL(headers.location, at);
    if (at.origin !== origin) return at;
  }
  throw new Error("The provider did not send the browser back.");
}
