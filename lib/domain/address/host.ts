import { isWireId } from "@/lib/domain/event/wire-id";

/** A host as it is compared: lower case, without its port and without the dot at the end. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/\.$/, "");
}

/** The customer whose name stands before `domain` in a host, as in `northwind.line.example.com`; null for none. */
export function customerOfHost(host: string, domain: string): string | null {
  const suffix = `.${plainHost(domain)}`;
  const plain = plainHost(host);
  if (!plain.endsWith(suffix)) return null;
  const name = plain.slice(0, -suffix.length);
  return isWireId(name) ? name : null;
}
