import type { Tx } from "@/lib/db/client";
import { type Permission, permissionsOfRole } from "@/lib/domain/permissions/roles";
import type { ActSource } from "./act-source";

export type { Permission } from "@/lib/domain/permissions/roles";

/**
 * Who acts. `id` is the user's id, the API key's id, the job's name, or the command of whoever runs the
 * installation; `name` stands in the audit log.
 */
export type Actor = {
  readonly type: "user" | "api-key" | "worker" | "installation";
  readonly id: string;
  readonly name: string;
};

/** The tenant on whose behalf a verb runs: its database id, and its id on the wire (`c`). */
export type ContextCustomer = {
  readonly id: string;
  readonly wireId: string;
  readonly name: string;
  /** In which its people read times; an event has one of its own. */
  readonly timeZone: string;
};

/** The session in which a person asks, and when they last proved in it who they are. */
export type ContextSignIn = { readonly sessionId: string; readonly provenAt: Date | null };
/** A request of the actor that a second person approves with this call. */
export type ApprovalInHand = { readonly id: string; readonly approver: Actor };

/** The columns of a customer that make a context. */
export const CONTEXT_CUSTOMER = { id: true, wireId: true, name: true, timeZone: true } as const;

/** Who asks, for which customer, and what they may do. Every verb takes one. */
export type ServiceContext = {
  readonly customer: ContextCustomer;
  readonly actor: Actor;
  readonly permissions: ReadonlySet<Permission>;
  /** Only of people who are signed in. */
  readonly signIn?: ContextSignIn;
  /** From where they ask; only of what changes something. */
  readonly source?: ActSource;
  /** Set only while an approved request runs: the actor is then who asked. */
  readonly approval?: ApprovalInHand;
  /** The user who made the key that asks. */
  readonly keyMaker?: string;
  /** The events that a program's key reaches, by their ids on the wire; undefined: all. */
  readonly eventIds?: ReadonlySet<string>;
  /**
   * Keeps the answer of a change, in its transaction, for a program that may ask again. Verbs that the change calls do
   * not get it.
   */
  readonly keepAnswer?: (tx: Tx, answer: unknown) => Promise<void>;
};

/** The user who answers for what is done: who acts, or who made the key that does; null: nobody who is known. */
export function answerableUser({
  actor,
  keyMaker,
}: Pick<ServiceContext, "actor" | "keyMaker">): string | null {
  if (actor.type === "user") return actor.id;
  return actor.type === "api-key" ? (keyMaker ?? null) : null;
}

/** The context of whoever runs the installation, who may do everything within one customer. */
export function installationContext(customer: ContextCustomer, command: string): ServiceContext {
  return {
    customer,
    actor: installationActor(command),
    permissions: new Set([...permissionsOfRole("owner"), "installation:manage"]),
  };
}

/** Whoever runs the installation, by the command that acts. */
export function installationActor(command: string): Actor {
  return { type: "installation", id: command, name: "The installation" };
}

/** The context of a job, which may do everything within one customer. */
export function workerContext(customer: ContextCustomer, job: string): ServiceContext {
  return {
    customer,
    actor: { type: "worker", id: job, name: "Stanchion" },
    permissions: permissionsOfRole("owner"),
  };
}
