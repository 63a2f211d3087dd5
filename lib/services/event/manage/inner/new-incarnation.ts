import { randomBytes } from "node:crypto";
import { haveFormerRooms } from "@/lib/line/commands/former-rooms";
import { readFromLine } from "@/lib/services/ground/line-redis";

const BYTES = 9;

/**
 * What tells a new event from others that had its id before: 72 random bits. Null while waiting rooms of the version
 * before run, which would look for its line elsewhere, and while nobody can say whether any do.
 */
export async function newIncarnation(): Promise<string | null> {
  const isUpgrade = await readFromLine(haveFormerRooms).catch(() => true);
  return isUpgrade ? null : randomBytes(BYTES).toString("base64url");
}
