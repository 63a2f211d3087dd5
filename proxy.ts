import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { sessionCookie } from "@/lib/auth/session-cookie";
import {
  isPreviewPath,
  NONCE_HEADER,
  PATH_HEADER,
  PREVIEW_HEADERS,
  pagePolicy,
} from "@/lib/http/security-headers";

/** Pages for those who are not signed in. */
const OPEN_PAGES = new Set([
  "/sign-in",
  "/sign-in/single-sign-on",
  "/single-sign-on/callback",
  "/single-sign-on/confirm",
  "/sign-up",
  "/forgot-password",
  "/reset-password",
  "/invitation",
]);

/**
 * Gives each page a content policy with a nonce of its own, and sends those without a sign-in to the
 * page for it. Whether a sign-in counts is decided where data is read; this only saves the detour.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = pagePolicy(nonce);
  const response = answer(request, { nonce, policy });
  response.headers.set("content-security-policy", policy);
  if (isPreviewPath(request.nextUrl.pathname)) {
    for (const [name, value] of Object.entries(PREVIEW_HEADERS)) response.headers.set(name, value);
  }
  return response;
}

function answer(request: NextRequest, page: { nonce: string; policy: string }): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (!OPEN_PAGES.has(pathname) && !request.cookies.has(sessionCookie().name)) {
    const target = new URL("/sign-in", request.url);
    if (pathname !== "/") target.searchParams.set("next", `${pathname}${search}`);
    return NextResponse.redirect(target);
  }
  const headers = new Headers(request.headers);
  headers.set(NONCE_HEADER, page.nonce);
  headers.set(PATH_HEADER, pathname);
  // Next.js reads the nonce from here for the scripts that it writes.
  headers.set("content-security-policy", page.policy);
  return NextResponse.next({ request: { headers } });
}

export const config = {
  matcher: ["/((?!api/|health/|_next/|llms/|llms.txt|icon.svg|favicon.ico).*)"],
};
