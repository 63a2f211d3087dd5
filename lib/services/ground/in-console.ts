import { env } from "@/lib/platform/env";

/** The address of a page of the console, for a mail; its path where the address is not set. */
export function inConsole(path: string): string {
  const url = env.consoleUrlIfSet();
  return url === undefined ? `In the console: ${path}` : `${url}${path}`;
}
