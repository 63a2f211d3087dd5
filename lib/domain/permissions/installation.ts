/** What a key of the installation may do: nothing inside a customer. */
export const INSTALLATION_PERMISSIONS = [
  "customers:read",
  "customers:write",
  "customers:delete",
] as const;

/** `write` creates, limits, suspends and resumes. */
export type InstallationPermission = (typeof INSTALLATION_PERMISSIONS)[number];
