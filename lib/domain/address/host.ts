import { isWireId } from "@/lib/domain/wire-id";

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

const LONGEST_HOST = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Why a text is no public host that a customer may call its own, in a sentence; null if it is one. */
export function ownHostProblem(
  text: string,
  installation: { readonly hosts: readonly string[]; readonly domain: string | undefined },
): string | null {
  const host = text.trim().toLowerCase();
  if (/[/:@?#\s]/.test(host)) return "Enter only the host, such as line.example.com.";
  const labels = plainHost(host).split(".");
  if (labels.length < 2 || host.length > LONGEST_HOST)
    return "Enter a full host, such as line.example.com.";
  if (!labels.every((label) => LABEL.test(label)))
    return "Use a–z, digits, hyphens and dots. Enter other letters as xn--….";
  if (/^\d+$/.test(labels.at(-1) ?? "")) return "Enter a host name, not an IP address.";
  const { hosts, domain } = installation;
  const isShared = hosts.some((shared) => plainHost(shared) === plainHost(host));
  const isUnder = domain !== undefined && `.${plainHost(host)}`.endsWith(`.${plainHost(domain)}`);
  return isShared || isUnder ? "This host belongs to the installation." : null;
}

/** Where the DNS of a host shows whose it is, and the value that it has to have. */
export function dnsProof(host: string, token: string) {
  return { name: `_stanchion.${host}`, value: `stanchion-host=${token}` } as const;
}

/** Where the site at a host shows whose it is; its text has to be the token. */
export function fileProof(host: string): string {
  return `https://${host}/.well-known/stanchion-host`;
}
