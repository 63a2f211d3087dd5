import type { ServiceContext } from "@/lib/services/ground/context";
import { takeTry } from "@/lib/services/ground/throttle";

const TESTS_PER_HOUR = 30;

/** Counts a test of a channel or rule: each reaches up to 400 addresses. Throws `limit_exceeded`. */
export async function takeTest({ customer }: ServiceContext): Promise<void> {
  const key = ["alert-test", customer.id];
  await takeTry([{ key, triesMax: TESTS_PER_HOUR, windowSeconds: 60 * 60 }]);
}
