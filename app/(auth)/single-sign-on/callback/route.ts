import { cookies, headers } from "next/headers";
import { beginSession } from "@/lib/auth/begin-session";
import { singleSignOnCookie } from "@/lib/auth/single-sign-on-cookie";
import { toPublicError } from "@/lib/http/problem";
import { reportError } from "@/lib/http/report-error";
import { clientAddress } from "@/lib/platform/client-address";
import { env } from "@/lib/platform/env";
import { finishSingleSignOn } from "@/lib/services/people/single-sign-on/finish";
import { nextPath } from "../../session";

/** Where a customer's provider sends people back. Leads on into the console, or to the sign-in with the reason. */
export async function GET(request: Request): Promise<Response> {
  const jar = await cookies();
  const { name } = singleSignOnCookie();
  const token = jar.get(name)?.value ?? "";
  jar.delete(name);
  const query = new URL(request.url).searchParams;
  try {
    const end = await finishSingleSignOn({ token, query }, clientAddress(await headers()));
    if (end === null) return goTo("/single-sign-on/confirm");
    await beginSession(end);
    return goTo(nextPath(end.next));
  } catch (error) {
    reportError(error);
    const { code } = toPublicError(error);
    return goTo(`/sign-in?${new URLSearchParams({ problem: code })}`);
  }
}

function goTo(path: string): Response {
  const location = new URL(path, env.consoleUrl()).href;
  return new Response(null, {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
