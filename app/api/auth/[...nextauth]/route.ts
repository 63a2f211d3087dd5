import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";

type NextAuthArgs = { params: Promise<{ nextauth: string[] }> };

/** The options read the environment, which is there at run time and not while building. */
const handle = (request: NextRequest, args: NextAuthArgs): Promise<Response> =>
  NextAuth(request, args, authOptions());

export { handle as GET, handle as POST };
