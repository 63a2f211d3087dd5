import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const hash = (text: string | Buffer) => createHash("sha256").update(text).digest();
const base64url = (bytes: Buffer) => bytes.toString("base64url");

/** What a device is asked to sign, and by whom. A site that lies to it cannot change `origin`. */
type Asked = { readonly challenge: string; readonly origin: string };

/** A device in software that holds one passkey (ES256, no attestation), and counts. */
export function createPasskeyDevice(rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const coordinate = (text = "") => Buffer.from(text, "base64url");
  const id = randomBytes(16);
  let counter = 0;

  const data = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, rest]);
  };
  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key" as const };

  return {
    id: credential.id,
    setCounter: (value: number) => {
      counter = value;
    },
    make(asked: Asked) {
      // COSE: an EC2 key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        coordinate(jwk.x),
        Buffer.from([0x22, 0x58, 0x20]),
        coordinate(jwk.y),
      ]);
      const held = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = data(USER_PRESENT | USER_VERIFIED | HAS_KEY, held);
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", asked)),
          attestationObject: base64url(attestation),
        },
      };
    },
    show(asked: Asked, { isVerified = true, counts = true } = {}) {
      if (counts) counter += 1;
      const authData = data(USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
      const client = clientData("webauthn.get", asked);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, hash(client)]))
        .sign(privateKey);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
}
