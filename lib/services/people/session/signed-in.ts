/** Who is signed in, with which session, and from where they ask now. Comes from the sign-in alone. */
export type SignedIn = {
  readonly userId: string;
  readonly sessionId: string;
  readonly address: string;
};
