import { generateKeyPairSync, sign, verify } from "node:crypto";
import { passErrorOf, readPass, signedTextOfPass, writePass } from "@/connectors/src/core";
import { makeEnqueueToken } from "@/connectors/src/core/enqueue-token";
import { laneRightText } from "@/connectors/src/core/lane-right";
import { hmacSha256Hex, plainHashing } from "@/connectors/src/core/sha256";
import { isSigned } from "@/connectors/src/host/config-signature";
import { checkPasses } from "@/connectors/src/host/passes";
import type { VerifyEd25519 } from "@/connectors/src/host/runtime";
import { openReceipt, signGroup } from "@/lib/domain/draw/receipt";
import { readEnqueueToken } from "@/lib/domain/enqueue-token/read-enqueue-token";
import { readLaneRight } from "@/lib/domain/lane/lane-right";
import { proofMessage } from "@/lib/domain/possession/proof-message";
import { createConfigKey, isConfigSignature, signConfig } from "@/lib/secrets/config-signer";
import { drawHash } from "@/lib/secrets/draw-hash";
import { createDrawSigner } from "@/lib/secrets/draw-signer";
import { publicKeyOf } from "@/lib/secrets/ed25519";
import { enqueueTokenCrypto } from "@/lib/secrets/enqueue-token-crypto";
import { makeNoticeLink, readNoticeLink } from "@/lib/secrets/notice-link";
import { createPassSigner } from "@/lib/secrets/pass-signer";
import { parseMasterKey, seal, unseal } from "@/lib/secrets/seal";
import { makeStaffLink, readStaffLink } from "@/lib/secrets/staff-link";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";
import { isSignedBy, readShownKey } from "@/waiting-room/place/possession-proof";
import { hasWaited, isWorkDone, ticketToWait } from "@/waiting-room/visit/gate/challenge/proofs";
import { GENUINE_PROOF, isGenuine, PROOF_KEY } from "./proof-targets";

/** Something that we make and read, of which only the very text that was made may count. */
export type SpelledCredential = {
  readonly name: string;
  readonly text: string;
  readonly counts: (text: string) => boolean;
};

const NOW_MS = 1_767_225_600_000;
const NOW_SECONDS = NOW_MS / 1_000;
const EVENT = { customerId: "acme", eventId: "sale", incarnation: null };
const QUEUE_ID = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";
const SECRET = "secret-of-the-customer-0123456789";
const MASTER = parseMasterKey(Buffer.alloc(32, 7).toString("base64url"));

const verifyByNode: VerifyEd25519 = (key, signature, bytes) =>
  verify(null, bytes, publicKeyOf(key), signature);

function pass(): SpelledCredential {
  const signer = createPassSigner(MASTER, "acme");
  const unsigned = writePass({
    keyId: signer.keyId,
    eventId: "sale",
    run: 3,
    queueId: QUEUE_ID,
    expiresUnixSeconds: NOW_SECONDS + 60,
    cookieValidityMinutes: 20,
    redirectType: "queue",
  });
  const check = checkPasses(verifyByNode);
  const expected = {
    options: { secrets: [SECRET] as const },
    hashing: plainHashing,
    customerId: "acme",
    eventIds: ["sale"],
    passes: { keys: new Map([[signer.keyId, signer.publicKey]]), events: new Map() },
    verifyPass: (signed: string, both: string) => String(check(signed, both)),
    nowUnixSeconds: NOW_SECONDS,
  };
  return {
    name: "pass",
    text: `${unsigned}~${signer.sign(signedTextOfPass("acme", unsigned))}`,
    counts: (text) => passErrorOf(text, readPass(text), expected) === null,
  };
}

function configSignatures(): SpelledCredential[] {
  const config = '{"Version":1}';
  const key = createConfigKey(MASTER, "acme");
  const text = signConfig([MASTER], "acme", key, config);
  const raw = Uint8Array.from(Buffer.from(key.publicKey, "base64url"));
  const inConnector = (written: string) => isSigned(config, written, [raw], verifyByNode) === true;
  return [
    { name: "config signature, pushed", text, counts: inConnector },
    { name: "config signature", text, counts: (one) => isConfigSignature(key, config, one) },
  ];
}

function places(): SpelledCredential[] {
  const sealer = createPlaceSealer([MASTER]);
  const joined = { runId: 1, lane: 0, number: 7, queueId: QUEUE_ID, joinedAtMs: NOW_MS };
  const counts = (text: string) => ["place", "false-place"].includes(sealer.open(EVENT, text).type);
  // Of other lengths, so that the last letter has two bits, four or none that stand for nothing.
  return ["", "a", "ab"].flatMap((more) => {
    const place = newPlace({ ...joined, queueId: QUEUE_ID + more });
    const falsely = { ...place, falseCode: 9 };
    const keyed = { ...place, keyPrint: Buffer.alloc(16, 3).toString("base64url") };
    return [place, falsely, keyed].map((one) => ({
      name: "place",
      text: sealer.seal(EVENT, one),
      counts,
    }));
  });
}

function links(): SpelledCredential[] {
  const claims = { id: "stl_1", expiresUnixSeconds: NOW_SECONDS + 60 };
  const notice = { ...claims, runId: 1, lane: 0, number: 7, drawn: false, kind: "mail" as const };
  const at = { nowUnixSeconds: NOW_SECONDS };
  return [
    {
      name: "staff link",
      text: makeStaffLink(MASTER, EVENT, claims),
      counts: (text) => readStaffLink([MASTER], EVENT, { ...at, text }).status === "valid",
    },
    {
      name: "link of a notice",
      text: makeNoticeLink(MASTER, EVENT, "stop", notice),
      counts: (text) => readNoticeLink(MASTER, EVENT, { ...at, use: "stop", text }) !== null,
    },
  ];
}

function joinCredentials(): SpelledCredential[] {
  const fields = {
    ...{ customerId: "acme", eventId: "sale", tokenIdentifier: "a7c1", issuedAtMs: NOW_MS },
    ...{ expiresAtMs: NOW_MS + 60_000, key: "member 7", relativeQuality: 0.5 },
  };
  const expected = { customerId: "acme", eventId: "sale", secrets: [SECRET], nowMs: NOW_MS };
  const right = `vip~${NOW_SECONDS}~k3`;
  const signature = hmacSha256Hex(SECRET, laneRightText("acme", "sale", right));
  return [
    {
      name: "enqueue token",
      text: makeEnqueueToken(fields, SECRET, enqueueTokenCrypto),
      counts: (text) => readEnqueueToken(text, { ...expected, crypto: enqueueTokenCrypto }).ok,
    },
    {
      name: "right to a lane",
      text: `${right}~${signature}`,
      counts: (text) => readLaneRight(text, { ...expected, hmac: hmacSha256Hex }) !== null,
    },
  ];
}

function proofs(): SpelledCredential[] {
  const { asker, text } = GENUINE_PROOF;
  const waited = { seconds: 5, nowMs: NOW_MS - 5_000 };
  return [
    {
      name: "proof of work",
      text,
      // A changed number may solve its puzzle as well: that is other work, not another spelling.
      counts: (one) =>
        isWorkDone(PROOF_KEY, asker, one, NOW_MS) &&
        (one === text || !isGenuine(one, GENUINE_PROOF)),
    },
    {
      name: "ticket of a wait",
      text: ticketToWait(PROOF_KEY, asker, waited),
      counts: (one) => hasWaited(PROOF_KEY, asker, one, NOW_MS),
    },
  ];
}

function possession(): SpelledCredential {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = Buffer.concat([x, y].map((text) => Buffer.from(text, "base64url")));
  const about = { purpose: "enter", ...EVENT, runId: 1, queueId: QUEUE_ID } as const;
  const message = Buffer.from(proofMessage({ ...about, atMs: NOW_MS }));
  const signature = sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" });
  return {
    name: "proof of possession",
    text: [key.toString("base64url"), NOW_MS, signature.toString("base64url")].join("."),
    counts: (text) => {
      const shown = readShownKey(text);
      if (!shown?.proof) return false;
      const { atMs, signature: signed } = shown.proof;
      return isSignedBy(shown.publicKey, signed, { ...about, atMs });
    },
  };
}

function receipts(): SpelledCredential[] {
  const draw = new Uint8Array(32).fill(7);
  const { sign: signDraw, verify: verifyDraw } = createDrawSigner(MASTER);
  return [0, 1].map((lane) => {
    const joins = [QUEUE_ID, "b", "c"].map((queueId) => ({ queueId, joinedAtMs: NOW_MS }));
    const group = { draw, firstIndex: 1, joins, lane, hash: drawHash, sign: signDraw };
    const text = signGroup(group).receipts[0] ?? "";
    const expected = { draw, hash: drawHash, verify: verifyDraw };
    return {
      name: "draw receipt",
      text,
      counts: (one) => openReceipt({ ...expected, text: one }) !== null,
    };
  });
}

function sealed(): SpelledCredential {
  return {
    name: "sealed value",
    text: seal(MASTER, "context", "a secret"),
    counts: (text) => {
      try {
        return unseal([MASTER], "context", text) !== "";
      } catch {
        return false;
      }
    },
  };
}

/** Each kind of credential that has one spelling. Its `text` counts. */
export const SPELLED_CREDENTIALS: readonly SpelledCredential[] = [
  pass(),
  ...configSignatures(),
  ...places(),
  ...links(),
  ...joinCredentials(),
  ...proofs(),
  possession(),
  ...receipts(),
  sealed(),
];
