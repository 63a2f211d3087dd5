import { Prisma } from "@/lib/db/generated/client";

/** True when the database refused a row because a unique column already holds its value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
