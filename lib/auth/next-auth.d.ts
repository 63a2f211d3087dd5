import type { DefaultSession } from "next-auth";

declare module "next-auth" {
  interface Session {
    userId: string;
    /** Database id of the customer that the person works in. */
    customerId: string | null;
    sessionId: string;
    user?: DefaultSession["user"];
  }

  interface User {
    sessionId: string;
    customerId: string | null;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    userId: string;
    customerId: string | null;
    sessionId: string;
  }
}
