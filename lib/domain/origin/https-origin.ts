import { z } from "zod";
import { parseUrl } from "@/lib/domain/parse-url";

/** Why a text is no origin of a site over TLS, in a sentence; null if it is one. */
export function originProblem(text: string): string | null {
  const url = parseUrl(text);
  if (url === null) return "Enter an origin such as https://app.example.com.";
  if (url.protocol !== "https:") return "Use an https origin.";
  if (text.includes("*")) return "Wildcards are not allowed. Enter each origin.";
  if (`${url.origin}/` !== url.href) return "Remove everything after the host and port.";
  return null;
}

/** An origin as browsers write it: lower case, without the port that https has anyway, and without a path. */
export const httpsOrigin = z
  .string()
  .trim()
  .max(200, "At most 200 characters.")
  .superRefine((text, issues) => {
    const problem = originProblem(text);
    if (problem !== null) issues.addIssue(problem);
  })
  .transform((text) => (originProblem(text) === null ? new URL(text).origin : text));

/** Origins of a setting, each once. */
export const httpsOrigins = z
  .array(httpsOrigin)
  .max(20, "At most 20 origins.")
  .transform((origins) => [...new Set(origins)]);
