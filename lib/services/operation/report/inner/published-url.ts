import { env } from "@/lib/platform/env";

/** Where everybody reads a published report. */
export function publishedUrl(reportId: string): string {
  return `${env.consoleUrl()}/api/fairness/${reportId}`;
}
