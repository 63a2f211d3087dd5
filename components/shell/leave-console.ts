/** Ends the session and leads to the sign-in. What it needs is loaded when somebody leaves. */
export async function leaveConsole(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
