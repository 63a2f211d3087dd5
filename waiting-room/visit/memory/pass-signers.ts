import { signedTextOfPass, writePass } from "@/connectors/src/core";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Permit } from "@/lib/domain/line/permit";
import { createPassSigner, type PassSigner } from "@/lib/secrets/pass-signer";
import type { MasterKey } from "@/lib/secrets/seal";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { CachedCustomer } from "./customer-memory";
import { fieldsOfAdmission, type ShownAdmission } from "./customer-secrets";

const KEPT = 10_000;

/** What signs the passes of a customer: the first one does, and any may have. */
export type PassSigners = (customerId: string) => readonly PassSigner[];

/** Derives the signers of each customer once. */
export function createPassSigners(masters: readonly MasterKey[]): PassSigners {
  const made = new Map<string, readonly PassSigner[]>();
  return (customerId) => {
    const known = made.get(customerId);
    if (known !== undefined) return known;
    const signers = masters.map((master) => createPassSigner(master, customerId));
    if (made.size >= KEPT) made.clear();
    made.set(customerId, signers);
    return signers;
  };
}

/**
 * The signed pass of an admission, which no connector can make: always the same text for the same admission, key
 * and secret. Throws `HttpError` when there is no secret under which an address could be hidden in it.
 */
export function signedPass(
  { passSigners, secrets }: Pick<ServerContext, "passSigners" | "secrets">,
  _permit: Permit,
  settings: EventSettings,
  customer: CachedCustomer | null,
  admission: ShownAdmission,
): string {
  const { customerId, runId } = settings;
  const [signer] = passSigners(customerId);
  if (signer === undefined) throw new Error("No master key is set.");
  const { address, userAgent = null } = admission;
  const secret = secrets.signingSecret(settings, customer);
  const hidden = (value: string | null) => (value === null ? "" : secrets.hmac(secret, value));
  const unsigned = writePass({
    ...fieldsOfAdmission(settings, admission),
    keyId: signer.keyId,
    run: runId,
    hashedIp: hidden(address),
    hashedAgent: hidden(userAgent),
  });
  return `${unsigned}~${signer.sign(signedTextOfPass(customerId, unsigned))}`;
}
