import { generateKeyPairSync, sign, verify } from "node:crypto";
import {
  type NewPass,
  passErrorOf,
  readPass,
  signedTextOfPass,
  writePass,
} from "@/connectors/src/core";
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
import { NOW_SECONDS, QUEUE_ID, SECRETS } from "./credentials";
import { FUZZ_NOW_MS, GENUINE_PROOF, isGenuine, PROOF_KEY } from "./proof-targets";

/** Something that we make and read, of which only the very text that was made may count. */
export type SpelledCredential = {
  readonly name: string;
  readonly text: string;
  readonly counts: (text: string) => boolean;
};

function spelled(name: string, text: string, counts: SpelledCredential["counts"]) {
  return { name, text, counts };
}

const [SECRET] = SECRETS;
const SALE = { customerId: "acme", eventId: "sale" };
const EVENT = { ...SALE, incarnation: null };
const MASTER = parseMasterKey(Buffer.alloc(32, 7).toString("base64url"));

const verifyByNode: VerifyEd25519 = (key, signature, bytes) =>
  verify(null, bytes, publicKeyOf(key), signature);

const signer = createPassSigner(MASTER, "acme");
export const PASS_KEYS = new Map([[signer.keyId, signer.publicKey]]);

export function passOf(changes: Partial<NewPass> = {}): string {
  const unsigned = writePass({
    ...{ keyId: signer.keyId, eventId: "sale", run: 3, queueId: QUEUE_ID, redirectType: "queue" },
    ...{ expiresUnixSeconds: NOW_SECONDS + 60, cookieValidityMinutes: 20, ...changes },
  });
  return `${unsigned}~${signer.sign(signedTextOfPass("acme", unsigned))}`;
}

function pass(): SpelledCredential {
  const check = checkPasses(verifyByNode);
  const expected = {
    ...{ options: { secrets: SECRETS }, hashing: plainHashing, nowUnixSeconds: NOW_SECONDS },
    ...{ customerId: "acme", eventIds: ["sale"], passes: { keys: PASS_KEYS, events: new Map() } },
    verifyPass: (signed: string, keyAndSignature: string) => String(check(signed, keyAndSignature)),
  };
  const counts = (text: string) => passErrorOf(text, readPass(text), expected) === null;
  return spelled("pass", passOf(), counts);
}

function configSignatures(): SpelledCredential[] {
  const config = '{"Version":1}';
  const key = createConfigKey(MASTER, "acme");
  const text = signConfig([MASTER], "acme", key, config);
  const raw = Uint8Array.from(Buffer.from(key.publicKey, "base64url"));
  const inConnector = (written: string) => isSigned(config, written, [raw], verifyByNode) === true;
  return [
    spelled("config signature, pushed", text, inConnector),
    spelled("config signature", text, (one) => isConfigSignature(key, config, one)),
  ];
}

function places(): SpelledCredential[] {
  const sealer = createPlaceSealer([MASTER]);
  const joined = { runId: 1, lane: 0, number: 7, joinedAtMs: FUZZ_NOW_MS };
  const counts = (text: string) => ["place", "false-place"].includes(sealer.open(EVENT, text).type);
  // Of other lengths, so that the last letter has two bits, four or none that stand for nothing.
  return ["", "a", "ab"].flatMap((more) => {
    const place = newPlace({ ...joined, queueId: QUEUE_ID + more });
    const falsely = { ...place, falseCode: 9 };
    const keyed = { ...place, keyPrint: Buffer.alloc(16, 3).toString("base64url") };
    return [place, falsely, keyed].map((one) => spelled("place", sealer.seal(EVENT, one), counts));
  });
}

function links(): SpelledCredential[] {
  const claims = { id: "stl_1", expiresUnixSeconds: NOW_SECONDS + 60 };
  const notice = { ...claims, runId: 1, lane: 0, number: 7, drawn: false, kind: "mail" as const };
  const at = { nowUnixSeconds: NOW_SECONDS };
  const stop = makeNoticeLink(MASTER, EVENT, "stop", notice);
  return [
    spelled("staff link", makeStaffLink(MASTER, EVENT, claims), (text) => {
      return readStaffLink([MASTER], EVENT, { ...at, text }).status === "valid";
    }),
    spelled("link of a notice", stop, (text) => {
      return readNoticeLink(MASTER, EVENT, { ...at, use: "stop", text }) !== null;
    }),
  ];
}

function joinCredentials(): SpelledCredential[] {
  const fields = {
    ...{ ...SALE, tokenIdentifier: "a7c1", issuedAtMs: FUZZ_NOW_MS },
    ...{ expiresAtMs: FUZZ_NOW_MS + 60_000, key: "member 7", relativeQuality: 0.5 },
  };
  const expected = { ...SALE, secrets: [SECRET], nowMs: FUZZ_NOW_MS };
  const right = `vip~${NOW_SECONDS}~k3`;
  const signature = hmacSha256Hex(SECRET, laneRightText("acme", "sale", right));
  const crypto = enqueueTokenCrypto;
  return [
    spelled("enqueue token", makeEnqueueToken(fields, SECRET, crypto), (text) => {
      return readEnqueueToken(text, { ...expected, crypto }).ok;
    }),
    spelled("right to a lane", `${right}~${signature}`, (text) => {
      return readLaneRight(text, { ...expected, hmac: hmacSha256Hex }) !== null;
    }),
  ];
}

function proofs(): SpelledCredential[] {
  const { asker, text } = GENUINE_PROOF;
  const ticket = ticketToWait(PROOF_KEY, asker, { seconds: 5, nowMs: FUZZ_NOW_MS - 5_000 });
  return [
    spelled("proof of work", text, (one) => {
      // A changed number may solve its puzzle as well: that is other work, not another spelling.
      const isOther = one !== text && isGenuine(one, GENUINE_PROOF);
      return isWorkDone(PROOF_KEY, asker, one, FUZZ_NOW_MS) && !isOther;
    }),
    spelled("ticket of a wait", ticket, (one) => hasWaited(PROOF_KEY, asker, one, FUZZ_NOW_MS)),
  ];
}

function possession(): SpelledCredential {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = Buffer.concat([x, y].map((text) => Buffer.from(text, "base64url")));
  const about = { purpose: "enter", ...EVENT, runId: 1, queueId: QUEUE_ID } as const;
  const message = Buffer.from(proofMessage({ ...about, atMs: FUZZ_NOW_MS }));
  const signature = sign("sha256", message, { key: privateKey, dsaEncoding: "ieee-p1363" });
  const parts = [key.toString("base64url"), FUZZ_NOW_MS, signature.toString("base64url")];
  return spelled("proof of possession", parts.join("."), (text) => {
    const shown = readShownKey(text);
    if (!shown?.proof) return false;
    const { atMs, signature: signed } = shown.proof;
    return isSignedBy(shown.publicKey, signed, { ...about, atMs });
  });
}

function receipts(): SpelledCredential[] {
  const draw = new Uint8Array(32).fill(7);
  const { sign: signDraw, verify: verifyDraw } = createDrawSigner(MASTER);
  const joins = [QUEUE_ID, "b", "c"].map((queueId) => ({ queueId, joinedAtMs: FUZZ_NOW_MS }));
  const group = { draw, firstIndex: 1, joins, hash: drawHash, sign: signDraw };
  const expected = { draw, hash: drawHash, verify: verifyDraw };
  return [0, 1].map((lane) =>
    spelled("draw receipt", signGroup({ ...group, lane }).receipts[0] ?? "", (text) => {
      return openReceipt({ ...expected, text }) !== null;
    }),
  );
}

function sealed(): SpelledCredential {
  return spelled("sealed value", seal(MASTER, "context", "a secret"), (text) => {
    try {
      return unseal([MASTER], "context", text) !== "";
    } catch {
      return false;
    }
  });
}

/** Each kind of credential that has one spelling. Its `text` counts. */
export const SPELLED_CREDENTIALS: readonly SpelledCredential[] = [
  ...[pass(), ...configSignatures(), ...places(), ...links(), ...joinCredentials()],
  ...[...proofs(), possession(), ...receipts(), sealed()],
];
