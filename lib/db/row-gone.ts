import { Prisma } from "@/lib/db/generated/client";

/** True when a row that was to be changed or deleted was not there: somebody else has deleted it since it was read. */
export function isRowGone(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2025";
}
