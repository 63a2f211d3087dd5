import { type ProofSubject, proofMessage } from "@/lib/domain/possession/proof-message";
import { parseJson } from "./parse-json";

const KEYS = "keys";
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;
const SIGNING = { name: "ECDSA", hash: "SHA-256" } as const;

/** The key of this browser for one event. Nothing can take its private half out of the browser. */
export type HeldKey = {
  /** The public half, 64 bytes in base64url. */
  readonly publicKey: string;
  /** The key, the time and a signature, as the server reads them. */
  readonly prove: (subject: ProofSubject) => Promise<string>;
};

/**
 * The key that this browser holds for an event, made where there is none: every tab of the browser has the same.
 * Rejects where the browser keeps no keys.
 */
export async function holdKey(event: string): Promise<HeldKey> {
  const made = await crypto.subtle.generateKey(CURVE, false, ["sign", "verify"]);
  const pair = await keptOr(made, event);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  // The first byte says that both coordinates follow.
  const publicKey = toBase64Url(raw.subarray(1));
  return {
    publicKey,
    prove: async (subject) => {
      const message = new TextEncoder().encode(proofMessage(subject));
      const signature = await crypto.subtle.sign(SIGNING, pair.privateKey, message);
      return `${publicKey}.${subject.atMs}.${toBase64Url(new Uint8Array(signature))}`;
    },
  };
}

/** Looks and keeps in one transaction, so that of two tabs that begin together one makes the key of both. */
function keptOr(made: CryptoKeyPair, event: string): Promise<CryptoKeyPair> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("This browser keeps no keys"));
    const opening = indexedDB.open("stanchion", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(KEYS);
    opening.onerror = fail;
    opening.onblocked = fail;
    opening.onsuccess = () => {
      const database = opening.result;
      const work = database.transaction(KEYS, "readwrite");
      const store = work.objectStore(KEYS);
      const look = store.get(event);
      let pair = made;
      look.onsuccess = () => {
        if (isPair(look.result)) pair = look.result;
        else store.put(made, event);
      };
      work.oncomplete = () => {
        database.close();
        resolve(pair);
      };
      work.onerror = fail;
      work.onabort = fail;
    };
  });
}

function isPair(value: unknown): value is CryptoKeyPair {
  return typeof value === "object" && value !== null && "privateKey" in value;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}

/** Signs what a form of a page without another script says of the place, when it is sent. */
function signForm(form: HTMLFormElement): void {
  const subject = parseJson(form.dataset["sign"] ?? "");
  if (!isSubject(subject)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void sendSigned(form, subject);
  });
}

/** Without a proof the server says what there is to do. */
async function sendSigned(form: HTMLFormElement, subject: ProofSubject): Promise<void> {
  const { customerId, eventId } = subject;
  const atMs = Math.round(subject.atMs + performance.now());
  try {
    const key = await holdKey(`${customerId}:${eventId}`);
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = "key";
    input.value = await key.prove({ ...subject, atMs });
    form.append(input);
  } catch {
    // This browser holds no key.
  }
  form.submit();
}

/** Our own server wrote it. */
function isSubject(value: unknown): value is ProofSubject {
  return typeof value === "object" && value !== null && "queueId" in value;
}

const signed = document.querySelector<HTMLFormElement>("form[data-sign]");
if (signed !== null) signForm(signed);
