import { db } from "@/lib/db/client";
import type { SignInMethod } from "@/lib/domain/sign-in/methods";
import { newId } from "@/lib/platform/ids";
import { stepAt, totpAt } from "@/lib/secrets/totp";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import { addPasskey, beginPasskey } from "@/lib/services/people/passkey/add";
import { beginPasskeyProof } from "@/lib/services/people/passkey/sign-in";
import type { SignedIn } from "@/lib/services/people/session/signed-in";
import { beginTotp, confirmTotp } from "@/lib/services/people/totp/set-up";
import { createTestCustomer } from "@/test/customer";
import { createPasskeyDevice } from "@/test/passkey-device";
import { newEmail, newPerson, OTHER_PASSWORD, PASSWORD, type Person } from "@/test/people";
import { newSession } from "@/test/sessions";

export const ORIGIN = "https://console.example";

/** How a session may have begun, as far as a verb may care. */
export const SESSION_KINDS = [
  "password",
  "password + second factor",
  "passkey",
  "mail-proven",
  "single sign-on of this customer",
  "single sign-on of another customer",
] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

const METHODS: Readonly<Record<SessionKind, SignInMethod>> = {
  password: "password",
  "password + second factor": "code",
  passkey: "passkey",
  "mail-proven": "password",
  "single sign-on of this customer": "single-sign-on",
  "single sign-on of another customer": "single-sign-on",
};

/** Somebody in two customers with single sign-on, signed in everywhere, and one session of theirs that asks. */
export type AccountWorld = {
  readonly ana: Person;
  /** Her customers: the first is "this" one. */
  readonly customers: readonly [string, string];
  /** The session that asks. */
  readonly me: SignedIn;
  /** The customer whose single sign-on it came by. */
  readonly ssoCustomerId: string | null;
  /** One of her own, which the single sign-ons reach no more than each other's. */
  readonly own: SignedIn;
  readonly hasFactor: boolean;
  readonly device: ReturnType<typeof createPasskeyDevice>;
  readonly recoveryCodes: readonly string[];
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function codeOfNow(secret: string): string {
  const bits = [...secret].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpAt(key, stepAt(Date.now()));
}

export async function accountWorld(kind: SessionKind): Promise<AccountWorld> {
  const ana = await newPerson();
  const { userId } = ana;
  const other = (await createTestCustomer()).customer.id;
  const membership = {
    id: newId("membership"),
    userId,
    customerId: other,
    role: "viewer",
  } as const;
  await db().membership.create({ data: membership });
  const device = createPasskeyDevice("console.example");
  const hasFactor = kind !== "password" && kind !== "mail-proven";
  const first = await newSession(userId);
  const recoveryCodes = hasFactor ? await addFactors(first, device) : [];
  const method = hasFactor ? "code" : "password";
  const own = await newSession(userId, { method });
  for (const ssoCustomerId of [ana.customerId, other]) {
    await newSession(userId, { method: "single-sign-on", ssoCustomerId });
  }
  const here = kind === "single sign-on of this customer" ? ana.customerId : null;
  const ssoCustomerId = kind === "single sign-on of another customer" ? other : here;
  const how = { method: METHODS[kind], ...(ssoCustomerId === null ? {} : { ssoCustomerId }) };
  const me = await newSession(userId, how);
  if (kind === "mail-proven") {
    const data = { mailProvenAt: new Date() };
    await db().session.update({ where: { id: me.sessionId }, data });
  }
  const customers = [ana.customerId, other] as const;
  return { ana, customers, me, ssoCustomerId, own, hasFactor, device, recoveryCodes };
}

/** An app and a passkey. Answers the recovery codes. */
async function addFactors(me: SignedIn, device: AccountWorld["device"]) {
  const { secret } = await beginTotp(me);
  const { recoveryCodes } = await confirmTotp(me, { code: codeOfNow(secret) });
  const { options, token } = await beginPasskey(me);
  const response = device.make({ challenge: options.challenge, origin: ORIGIN });
  await addPasskey(me, { token, name: "Blue key", response });
  return recoveryCodes ?? [];
}

const passkeyId = async ({ ana }: AccountWorld) =>
  (await db().passkey.findFirst({ where: { userId: ana.userId } }))?.id ?? "pky_none";

async function newPasskey({ own }: AccountWorld) {
  const { options, token } = await beginPasskey(own);
  const response = createPasskeyDevice("console.example").make({
    challenge: options.challenge,
    origin: ORIGIN,
  });
  return { token, name: "Red key", response };
}

async function shownPasskey({ own, device }: AccountWorld) {
  const { options, token } = await beginPasskeyProof(own);
  return { token, response: device.show({ challenge: options.challenge, origin: ORIGIN }) };
}

async function codeOfNewApp({ own, hasFactor }: AccountWorld) {
  return { code: hasFactor ? "123456" : codeOfNow((await beginTotp(own)).secret) };
}

async function emailChange({ ana }: AccountWorld) {
  const { text: token, hash: tokenHash } = newMailedToken();
  const expiresAt = new Date(Date.now() + 60_000);
  const change = { id: newId("emailChange"), userId: ana.userId, email: newEmail() };
  await db().emailChange.create({ data: { ...change, tokenHash, expiresAt } });
  return { token };
}

async function invitation({ ana }: AccountWorld) {
  const { text: token, hash: tokenHash } = newMailedToken();
  const expiresAt = new Date(Date.now() + 60_000);
  const customerId = (await createTestCustomer()).customer.id;
  const id = newId("invitation");
  const invited = { id, email: ana.email, role: "viewer", customerId } as const;
  await db().invitation.create({ data: { ...invited, tokenHash, expiresAt } });
  return { token };
}

/** What each verb is called with: something that is right for the user, so that a refusal is for the session. */
export const ACCOUNT_INPUTS: Readonly<Record<string, (world: AccountWorld) => unknown>> = {
  acceptInvitation: invitation,
  addPasskey: newPasskey,
  beginPasskey: () => undefined,
  beginPasskeyProof: () => undefined,
  beginTotp: () => undefined,
  changePassword: () => ({ current: PASSWORD, password: OTHER_PASSWORD }),
  confirmEmailChange: emailChange,
  confirmFirstFactorCode: () => ({ code: "abcd-efgh" }),
  confirmTotp: codeOfNewApp,
  endOtherSessions: () => undefined,
  endSession: ({ own }) => ({ sessionId: own.sessionId }),
  listPasskeys: () => undefined,
  listSessions: () => undefined,
  needsMailedCode: () => undefined,
  proofWays: () => undefined,
  proveByCode: ({ recoveryCodes }) => ({ code: recoveryCodes[0] ?? "none" }),
  proveByPasskey: shownPasskey,
  proveByPassword: () => ({ password: PASSWORD }),
  readOwnFactors: () => undefined,
  removePasskey: async (world) => ({ passkeyId: await passkeyId(world) }),
  removeTotp: () => undefined,
  renamePasskey: async (world) => ({ passkeyId: await passkeyId(world), name: "Green key" }),
  renewRecoveryCodes: () => undefined,
  requestEmailChange: () => ({ email: newEmail() }),
  sendFirstFactorCode: () => undefined,
};
