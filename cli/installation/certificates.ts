import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate } from "node:tls";
import { type Finding, type Findings, finder, reasonOf } from "./finding";

export const CERTIFICATE_FINDINGS: Findings<
  | "certificates.expired"
  | "certificates.expires-soon"
  | "certificates.wrong-name"
  | "certificates.untrusted"
  | "certificates.key-differs"
  | "certificates.malformed"
> = {
  "certificates.expired": {
    severity: "error",
    means: "A certificate has expired or is not valid yet. Browsers reject it.",
    todo: "Renew it and restart the program or proxy that serves it. Check this machine's clock.",
  },
  "certificates.expires-soon": {
    severity: "warning",
    means: "A certificate expires within 14 days.",
    todo: "Renew it, and check why automatic renewal failed.",
  },
  "certificates.wrong-name": {
    severity: "error",
    means: "A certificate is for another host.",
    todo: "Get a certificate for the address's host.",
  },
  "certificates.untrusted": {
    severity: "error",
    means:
      "A certificate is not trusted by this machine, or its intermediate certificates are missing.",
    todo: "Serve the full chain (fullchain.pem). For a private CA, set NODE_EXTRA_CA_CERTS.",
  },
  "certificates.key-differs": {
    severity: "error",
    means: "TLS_KEY_FILE does not match TLS_CERTIFICATE_FILE.",
    todo: "Use a matching key and certificate.",
  },
  "certificates.malformed": {
    severity: "error",
    means: "TLS_CERTIFICATE_FILE or TLS_KEY_FILE is not a PEM file.",
    todo: "Use PEM files, and a key without a password.",
  },
};

const found = finder(CERTIFICATE_FINDINGS);
const SOON_MS = 14 * 86_400_000;
const TIMEOUT_MS = 8_000;
/** What says nothing about who signed it. */
const NOT_ABOUT_TRUST = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

type Validity = { readonly from: string; readonly to: string };

function checkValidity(whose: string, { from, to }: Validity, nowMs: number): Finding[] {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs < nowMs || fromMs > nowMs)
    return [
      found("certificates.expired", `${whose} is valid from ${day(fromMs)} to ${day(toMs)}.`),
    ];
  if (toMs - nowMs > SOON_MS) return [];
  return [found("certificates.expires-soon", `${whose} expires on ${day(toMs)}.`)];
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** What is wrong with the certificate and the key that the waiting room reads. */
export function checkCertificateFiles(
  { certificateFile, keyFile }: { readonly certificateFile: string; readonly keyFile: string },
  nowMs: number,
): Finding[] {
  try {
    const certificate = new X509Certificate(readFileSync(certificateFile));
    const key = createPrivateKey(readFileSync(keyFile));
    const { validFrom: from, validTo: to } = certificate;
    const findings = checkValidity(`The certificate in ${certificateFile}`, { from, to }, nowMs);
    return certificate.checkPrivateKey(key)
      ? findings
      : [...findings, found("certificates.key-differs")];
  } catch (error) {
    return [
      found(
        "certificates.malformed",
        `${certificateFile} or ${keyFile} can't be used: ${reasonOf(error)}.`,
      ),
    ];
  }
}

type Served = { readonly certificate: PeerCertificate; readonly refusal: string | null };

/**
 * What is wrong with the certificate that an address with https serves; `authority` is trusted instead of those that
 * Node knows. That nobody answers is told elsewhere.
 */
export async function checkServedCertificate(
  url: string,
  nowMs: number,
  authority?: string,
): Promise<Finding[]> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const served = await serve(host, Number(port || 443), authority).catch(() => null);
  if (served === null) return [];
  const { certificate, refusal } = served;
  const whose = `The certificate of ${url}`;
  const findings = checkValidity(
    whose,
    { from: certificate.valid_from, to: certificate.valid_to },
    nowMs,
  );
  if (checkServerIdentity(host, certificate) !== undefined)
    findings.push(
      found(
        "certificates.wrong-name",
        `${whose} is for ${certificate.subjectaltname ?? certificate.subject.CN}.`,
      ),
    );
  if (refusal !== null && !NOT_ABOUT_TRUST.has(refusal))
    findings.push(found("certificates.untrusted", `${whose} is not trusted: ${refusal}.`));
  return findings;
}

function serve(host: string, port: number, authority?: string): Promise<Served> {
  return new Promise((resolve, reject) => {
    const named = isIP(host) === 0 ? { servername: host } : {};
    const trusted = authority === undefined ? {} : { ca: authority };
    const socket = connect({ host, port, ...named, ...trusted, rejectUnauthorized: false }, () => {
      const { authorizationError: refusal } = socket;
      resolve({
        certificate: socket.getPeerCertificate(),
        // Node gives the code, and its types say that it is an error.
        refusal: refusal === null || refusal === undefined ? null : String(refusal),
      });
      socket.destroy();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no response")));
    socket.once("error", reject);
  });
}
