import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createAuthority, createCertificate, type TestCertificate } from "@/test/certificates";
import { checkCertificateFiles, checkServedCertificate } from "./certificates";

const NAMES = { hosts: ["localhost"] };
const authority = await createAuthority();
const folder = mkdtempSync(join(tmpdir(), "stanchion-tls-"));
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code);

describe("a certificate that an address serves", () => {
  async function check(certificate: TestCertificate, host = "localhost"): Promise<string[]> {
    const server = createServer(certificate, (_request, response) => response.end());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // The server listens on TCP, so its address is no path.
    const { port } = server.address() as AddressInfo;
    const url = `https://${host}:${port}`;
    return codes(await checkServedCertificate(url, Date.now(), authority.cert));
  }

  test("is good for its name, as long as it is valid", async () => {
    expect(await check(await createCertificate(NAMES, { authority }))).toEqual([]);
  });

  test.each([
    [-1, ["certificates.expired"]],
    [13, ["certificates.expires-soon"]],
    [15, []],
  ])("that is valid for %i days more", async (days, expected) => {
    expect(await check(await createCertificate(NAMES, { authority, days }))).toEqual(expected);
  });

  test("is refused for another name", async () => {
    const other = await createCertificate({ hosts: ["room.example.com"] }, { authority });
    expect(await check(other)).toEqual(["certificates.wrong-name"]);
    const named = await createCertificate(NAMES, { authority });
    expect(await check(named, "127.0.0.1")).toEqual(["certificates.wrong-name"]);
  });

  test("is not trusted when nobody signed it that this machine knows", async () => {
    expect(await check(await createCertificate(NAMES))).toEqual(["certificates.untrusted"]);
    const stranger = await createCertificate(NAMES, { authority: await createAuthority() });
    expect(await check(stranger)).toEqual(["certificates.untrusted"]);
  });

  test("is not looked at where nobody answers", async () => {
    expect(await checkServedCertificate("https://localhost:1", Date.now())).toEqual([]);
  });
});

describe("the files of the waiting room", () => {
  function check({ cert, key }: TestCertificate): string[] {
    const files = { certificateFile: join(folder, "room.crt"), keyFile: join(folder, "room.key") };
    writeFileSync(files.certificateFile, cert);
    writeFileSync(files.keyFile, key);
    return codes(checkCertificateFiles(files, Date.now()));
  }

  test("are good together", async () => {
    expect(check(await createCertificate(NAMES))).toEqual([]);
  });

  test("have to belong together", async () => {
    const [one, other] = [await createCertificate(NAMES), await createCertificate(NAMES)];
    expect(check({ ...one, key: other.key })).toEqual(["certificates.key-differs"]);
  });

  test("have to be certificate and key", async () => {
    const { cert, key } = await createCertificate(NAMES);
    expect(check({ cert: "nothing", key })).toEqual(["certificates.malformed"]);
    expect(check({ cert, key: cert })).toEqual(["certificates.malformed"]);
  });

  test.each([
    [-1, ["certificates.expired"]],
    [13, ["certificates.expires-soon"]],
  ])("whose certificate is valid for %i days more", async (days, expected) => {
    expect(check(await createCertificate(NAMES, { days }))).toEqual(expected);
  });
});
