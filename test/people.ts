import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, vi } from "vitest";
import { db } from "@/lib/db/client";
import { withoutLimit } from "@/lib/services/ground/throttle";
import { inviteFounder } from "@/lib/services/people/invitation/create";
import { hashPassword } from "@/lib/services/people/user/password";
import { createTestCustomer, randomWireId } from "./customer";

export const PASSWORD = "correct horse battery";
export const OTHER_PASSWORD = "kvetch obelisk ladder";

let next = 0;

/** A network address that no other test uses. */
export function newAddress(): string {
  next += 1;
  const group = () => Math.floor(Math.random() * 65_536).toString(16);
  return `2001:db8:${group()}:${group()}::${next.toString(16)}`;
}

export const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** What somebody fills in to sign up. */
export const newFounder = () => ({
  name: "Ana",
  password: PASSWORD,
  customerId: randomWireId(),
  customerName: "Acme",
});

export type Person = {
  readonly userId: string;
  readonly customerId: string;
  readonly email: string;
};

/** One hash of `PASSWORD` for all who have it: each takes its time. */
let sharedHash: Promise<string> | undefined;

/** A user named Ana with `PASSWORD`, who owns a customer. */
export async function newPerson(): Promise<Person> {
  const { actor, customer } = await createTestCustomer();
  const email = newEmail();
  sharedHash ??= hashPassword(withoutLimit(), PASSWORD);
  const passwordHash = await sharedHash;
  await db().user.update({ where: { id: actor.id }, data: { email, passwordHash } });
  return { userId: actor.id, customerId: customer.id, email };
}

/** The token of a link with which somebody founds a customer. */
export async function newInvitation(email: string): Promise<string> {
  return tokenIn((await inviteFounder(email)).address);
}

export const tokenIn = (text: string) => /(?:token|invitation)=([\w-]{43})/.exec(text)?.[1] ?? "";

/** Where the e-mails of one test go. */
export type Outbox = {
  /** The e-mails to somebody, oldest first. */
  readonly mailsTo: (email: string) => Promise<readonly string[]>;
};

/** Gives each test of the file an outbox of its own, and the settings of a server that anybody may sign up to. */
export function outboxOfEachTest(): Outbox {
  let directory = "";
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "stanchion-outbox-"));
    vi.stubEnv("OUTBOX_DIRECTORY", directory);
    vi.stubEnv("SMTP_URL", "");
    vi.stubEnv("SIGN_UP", "open");
    return async () => {
      vi.unstubAllEnvs();
      // An e-mail that nobody waited for may still be written.
      await rm(directory, { recursive: true, force: true, maxRetries: 20 });
    };
  });
  return {
    async mailsTo(email) {
      const files = (await readdir(directory)).filter((file) => file.endsWith(".txt")).sort();
      const mails = await Promise.all(
        files.map((file) => readFile(path.join(directory, file), "utf8")),
      );
      return mails.filter((mail) => mail.startsWith(`To: ${email}\n`));
    },
  };
}
