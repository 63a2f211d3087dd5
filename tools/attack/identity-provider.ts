import type { IncomingMessage, ServerResponse } from "node:http";
import { serve } from "../shared/serve";

export type Account = {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
};

type Options = {
  readonly redirectUri: string;
  /** By the name that people write into its form. May change while it runs. */
  readonly accounts: Map<string, Account>;
  /** How long its id tokens are valid. */
  readonly idTokenSeconds?: number;
  /** Of this machine. */
  readonly address?: string;
};

export const CLIENT = { clientId: "stanchion", clientSecret: "a-secret-of-the-provider" };

/** A real OpenID provider on this machine: people write which account is theirs. */
export async function startIdentityProvider(options: Options) {
  const { redirectUri, accounts, idTokenSeconds = 600, address = "127.0.0.1" } = options;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const { port, close } = await serve((request, response) => handle(request, response), address);
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
      return account === undefined
        ? undefined
        : { accountId: id, claims: () => ({ sub: id, ...account }) };
    },
    // Nobody is asked whether the console may know who they are.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
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
      readAccount(request)
        .then((accountId) =>
          provider.interactionFinished(request, response, { login: { accountId } }),
        )
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

async function readAccount(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString()).get("account") ?? "";
}

/** Signs in there as a browser would, and answers the address to which it is sent back. */
export async function signInAt(url: string, account: string): Promise<URL> {
  const jar = new Map<string, string>();
  let next = new URL(url);
  let body: string | undefined;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response: Response = await fetch(next, {
      redirect: "manual",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = response.headers.get("location");
    body = undefined;
    if (location === null && next.pathname.startsWith("/interaction/")) {
      body = new URLSearchParams({ account }).toString();
      continue;
    }
    if (location === null) throw new Error(`The provider answered ${response.status} at ${next}.`);
    const target = new URL(location, next);
    if (target.origin !== next.origin) return target;
    next = target;
  }
  throw new Error("The provider did not send the browser back.");
}
