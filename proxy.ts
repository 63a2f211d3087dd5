import { type NextRequest, NextResponse } from "next/server";
import { sessionCookie } from "@/lib/auth/session-cookie";

/**
 * Sends those without a sign-in to the page for it. Whether a sign-in counts is decided where data is
 * read; this only saves the detour.
 */
export function proxy(request: NextRequest): NextResponse {
  if (request.cookies.has(sessionCookie().name)) return NextResponse.next();
  const { pathname, search } = request.nextUrl;
  const target = new URL("/sign-in", request.url);
  if (pathname !== "/") target.searchParams.set("next", `${pathname}${search}`);
  return NextResponse.redirect(target);
}

export const config = {
  matcher: [
    "/",
    "/events/:path*",
    "/rules/:path*",
    "/secrets/:path*",
    "/members/:path*",
    "/audit-log/:path*",
    "/customer/:path*",
  ],
};
