import { isOneAddress } from "@/lib/domain/fields";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST_PATTERN = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*(?::(\\d{1,5}))?$`);
const WILDCARD_OF_ONE_LABEL = new RegExp(`^\\*\\.(?!localhost$)${LABEL}$`);

/**
 * Why a pattern of allowed target hosts is refused, or null when it is fine: `shop.example.com`,
 * `shop.example.com:8443` or `*.example.com`, in lower case.
 */
export function allowedHostProblem(pattern: string): string | null {
  const match = HOST_PATTERN.exec(pattern);
  if (match === null || pattern.length > 253) {
    return "Enter a host such as shop.example.com, shop.example.com:8443 or *.example.com.";
  }
  if (WILDCARD_OF_ONE_LABEL.test(pattern)) return `${pattern} is too broad.`;
  if (pattern.startsWith("*.") && match[1] !== undefined) return "A wildcard can't have a port.";
  const port = match[1] === undefined ? 443 : Number(match[1]);
  return port >= 1 && port <= 65_535 ? null : "The port must be between 1 and 65535.";
}

/** Why a target URL is refused, or null when visitors may be sent there. */
export function targetUrlProblem(value: string): string | null {
  const url = isOneAddress(value) ? new URL(value) : null;
  if (url === null) return "Enter a full URL that starts with https://, without spaces.";
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "Enter an http or https URL.";
  }
  if (url.username !== "" || url.password !== "") return "Remove the password from the URL.";
  return null;
}
