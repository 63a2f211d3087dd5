import { notFound, redirect } from "next/navigation";
import { getReadingContext, getReadingUser } from "@/lib/auth/get-service-context";
import type { SessionUser } from "@/lib/auth/load-context";
import type { Permission } from "@/lib/domain/permissions/roles";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";

/** Waits for a read. Sends people who are not signed in to sign in, and shows "not found" for what is not there. */
export async function load<Data>(read: Promise<Data>): Promise<Data> {
  return read.catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "unauthenticated") redirect("/sign-in");
    if (error instanceof ServiceError && error.code === "not_found") notFound();
    throw error;
  });
}

/** The signed-in person, who may not belong to any customer. */
export function requireSessionUser(): Promise<SessionUser> {
  return load(getReadingUser());
}

export type Caller = {
  readonly context: ServiceContext;
  readonly can: (permission: Permission) => boolean;
};

/** Who asks for this page, and what they may do. */
export async function requireCaller(): Promise<Caller> {
  const context = await load(getReadingContext());
  return { context, can: (permission) => context.permissions.has(permission) };
}
