import { X509Certificate } from "node:crypto";
import { generate } from "selfsigned";

/** A certificate in PEM, with its key. */
export type TestCertificate = { readonly cert: string; readonly key: string };

type Names = { readonly hosts: readonly string[]; readonly addresses?: readonly string[] };

const DAY_MS = 86_400_000;

/** Somebody who signs certificates. */
export async function createAuthority(): Promise<TestCertificate> {
  const made = await generate([{ name: "commonName", value: `Authority ${crypto.randomUUID()}` }], {
    algorithm: "sha256",
    keyType: "ec",
    notAfterDate: new Date(Date.now() + 365 * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** A certificate that an authority has signed, or itself without one; `days` from now on, also in the past. */
export async function createCertificate(
  { hosts, addresses = [] }: Names,
  { authority, days = 90 }: { readonly authority?: TestCertificate; readonly days?: number } = {},
): Promise<TestCertificate> {
  const made = await generate([{ name: "commonName", value: hosts[0] ?? "nobody" }], {
    algorithm: "sha256",
    keyType: "ec",
    notBeforeDate: new Date(Date.now() - 400 * DAY_MS),
    notAfterDate: new Date(Date.now() + days * DAY_MS),
    ...(authority === undefined ? {} : { ca: authority }),
    extensions: [
      { name: "basicConstraints", cA: false },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          ...hosts.map((value) => ({ type: 2, value }) as const),
          ...addresses.map((ip) => ({ type: 7, ip }) as const),
        ],
      },
    ],
  });
  // Fails here, and not in a handshake, where the library has made something else.
  new X509Certificate(made.cert);
  return { cert: made.cert, key: made.private };
}
