import { createHash, randomBytes, randomInt } from "node:crypto";
import { db } from "@/lib/db/client";
import { formatUserCode, makeUserCode } from "@/lib/domain/api-key/user-code";
import { networkOf as keptNetworkOf } from "@/lib/domain/connector/network-of";
import { networkOf } from "@/lib/platform/client-address";
import { env } from "@/lib/platform/env";
import { defineOpenVerb } from "@/lib/services/ground/define-verb";
import { takeTry } from "@/lib/services/ground/throttle";
import { startLoginInput } from "./schemas";

export const LOGIN_VALID_SECONDS = 10 * 60;
export const LOGIN_INTERVAL_SECONDS = 5;
/** Of one address, in ten minutes. */
const STARTS_MAX = 30;

/** What a program needs to ask for a key, in the shape of RFC 8628. */
export type StartedLogin = {
  /** Only the program knows it. */
  readonly deviceCode: string;
  /** What the person types. */
  readonly userCode: string;
  /** Where they type it. */
  readonly verificationUri: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly interval: number;
};

/** Lets a program ask for an API key. Nothing comes of it unless a person approves it within ten minutes. */
export const startLogin = defineOpenVerb(
  startLoginInput,
  async ({ address }, { name, permissions, validDays }): Promise<StartedLogin> => {
    const key = ["login-request", networkOf(address)];
    await takeTry([{ key, triesMax: STARTS_MAX, windowSeconds: LOGIN_VALID_SECONDS }]);
    const deviceCode = randomBytes(32).toString("base64url");
    const userCode = makeUserCode(randomInt);
    await db().loginRequest.create({
      data: {
        ...{ deviceHash: hashDeviceCode(deviceCode), userCode, name, validDays },
        permissions: [...new Set(permissions)],
        network: keptNetworkOf(address),
        intervalSeconds: LOGIN_INTERVAL_SECONDS,
        expiresAt: new Date(Date.now() + LOGIN_VALID_SECONDS * 1_000),
      },
    });
    return {
      ...{ deviceCode, userCode: formatUserCode(userCode) },
      verificationUri: `${env.consoleUrl()}/device`,
      ...{ expiresIn: LOGIN_VALID_SECONDS, interval: LOGIN_INTERVAL_SECONDS },
    };
  },
);

export function hashDeviceCode(deviceCode: string): string {
  return createHash("sha256").update(deviceCode).digest("hex");
}
