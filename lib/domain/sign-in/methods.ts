/** What somebody showed to begin a session. */
export const SIGN_IN_METHODS = [
  "password",
  "code",
  "recovery-code",
  "passkey",
  "single-sign-on",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Methods that show two things; a passkey asks its device who holds it. */
const STRONG: ReadonlySet<SignInMethod> = new Set(["code", "recovery-code", "passkey"]);

export function isStrong(method: SignInMethod): boolean {
  return STRONG.has(method);
}

/**
 * How people have to sign in to work in a customer. `any`: as they like. `second-factor`: with two things, or through
 * the customer's single sign-on. `single-sign-on`: through that alone; owners may come with two things, so that a
 * provider that is down locks nobody out for good.
 */
export const SIGN_IN_RULES = ["any", "second-factor", "single-sign-on"] as const;
export type SignInRule = (typeof SIGN_IN_RULES)[number];

/** Reads what is stored. What nobody knows is the strictest, so that nothing opens by mistake. */
export function readSignInRule(stored: string): SignInRule {
  return SIGN_IN_RULES.find((rule) => rule === stored) ?? "single-sign-on";
}

/** A session, as rules look at it. */
export type SessionProof = {
  readonly isStrong: boolean;
  /** The customer whose single sign-on vouched; null for any other sign-in. */
  readonly ssoCustomerId: string | null;
};

/** What a session lacks for a customer; null when it may work there. */
export type SignInLack = "second-factor" | "single-sign-on";

/** What a session has to show besides, before anything of the customer is shown. */
export function lackOf(
  session: SessionProof,
  customer: { readonly id: string; readonly signInRule: SignInRule; readonly isOwner: boolean },
): SignInLack | null {
  if (customer.signInRule === "any" || session.ssoCustomerId === customer.id) return null;
  if (customer.signInRule === "single-sign-on" && !customer.isOwner) return "single-sign-on";
  return session.isStrong ? null : "second-factor";
}
