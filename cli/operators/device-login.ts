import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Client } from "@/client/src/create-client";
import type { Schemas } from "@/client/src/generated/types";
import { StanchionError } from "@/client/src/stanchion-error";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

/** What a key is asked for. */
export type Wanted = { readonly access: Role; readonly days: number };

type Approved = Extract<Schemas["LoginOutcome"], { readonly status: "approved" }>;
type Asking = Pick<Client, "startLogin" | "pollLogin">;
type Wait = (ms: number) => Promise<unknown>;

/**
 * Has a person approve a key in the console, and fetches it (RFC 8628). Throws an `ExpectedFailure` where they refuse, or do
 * nothing until the code ends.
 */
export async function deviceLogin(
  client: Asking,
  { access, days }: Wanted,
  note: (line: string) => void,
  wait: Wait = setTimeout,
): Promise<Approved> {
  const started = await client.startLogin({
    name: `stanchion on ${hostname()}`.slice(0, 100),
    // No role has it, which the compiler does not know.
    permissions: [...permissionsOfRole(access)].filter((one) => one !== "installation:manage"),
    validDays: days,
  });
  const minutes = Math.round(started.expiresIn / 60);
  note(`Open ${started.verificationUri} and enter this code within ${minutes} minutes:`);
  note(`\n  ${started.userCode}\n`);
  return fetchKey(client, started, wait);
}

async function fetchKey(
  client: Asking,
  { deviceCode, expiresIn, interval }: Schemas["StartedLogin"],
  wait: Wait,
): Promise<Approved> {
  let seconds = interval;
  for (let waited = 0; waited < expiresIn; waited += seconds) {
    await wait(seconds * 1_000);
    const outcome = await pollOnce(client, deviceCode);
    if (outcome?.status === "approved") return outcome;
    if (outcome?.status === "access_denied") {
      throw new ExpectedFailure("The sign-in was refused. Nothing was kept.");
    }
    if (outcome?.status === "expired_token") break;
    if (outcome !== null && "interval" in outcome) seconds = outcome.interval;
  }
  throw new ExpectedFailure("The code has ended. Run `stanchion login` again.");
}

/** Null where nobody answered, which the next attempt may mend. */
async function pollOnce(client: Asking, deviceCode: string) {
  try {
    return await client.pollLogin({ deviceCode }, { retries: 0 });
  } catch (error) {
    const isAway =
      error instanceof StanchionError &&
      (error.status === 0 || error.status === 429 || error.status >= 500);
    if (isAway) return null;
    throw error;
  }
}
