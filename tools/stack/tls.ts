import { X509Certificate } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";

const VALID_DAYS = 365;
const RENEW_BEFORE_DAYS = 30;
const DAY_MS = 86_400_000;

export type CertificateFiles = Readonly<Record<"certificateFile" | "keyFile", string>>;

async function isUsable(certificateFile: string): Promise<boolean> {
  const text = await readFile(certificateFile, "utf8").catch(() => null);
  if (text === null) return false;
  const { validTo } = new X509Certificate(text);
  return Date.parse(validTo) - Date.now() > RENEW_BEFORE_DAYS * DAY_MS;
}

/** A certificate for this machine's own names and addresses, signed by itself, made anew a month before it ends. */
export async function loadCertificate(dataDirectory: string): Promise<CertificateFiles> {
  const folder = join(dataDirectory, "tls");
  const files = { certificateFile: join(folder, "room.crt"), keyFile: join(folder, "room.key") };
  if (await isUsable(files.certificateFile)) return files;
  const names = ["room.localhost", "localhost"].map((value) => ({ type: 2 as const, value }));
  const addresses = ["127.0.0.1", "::1"].map((ip) => ({ type: 7 as const, ip }));
  const made = await generate([{ name: "commonName", value: "room.localhost" }], {
    algorithm: "sha256",
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyEncipherment: true, keyCertSign: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: [...names, ...addresses] },
    ],
  });
  await mkdir(folder, { recursive: true });
  await writeFile(files.keyFile, made.private, { mode: 0o600 });
  await writeFile(files.certificateFile, made.cert);
  return files;
}
