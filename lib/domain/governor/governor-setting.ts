/** How the site of an event is probed; null for no governor. */
export type GovernorSetting = {
  /** What is asked; any answer of 200 to 399 counts. */
  readonly healthUrl: string;
  readonly timeoutMs: number;
} | null;
