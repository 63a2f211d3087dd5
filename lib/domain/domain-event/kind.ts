import { z } from "zod";
import type { Permission } from "@/lib/domain/permissions/roles";

/** A type of domain event: something that programs and people outside Stanchion can be notified of. */
export type DomainEventKind = {
  /** What happened, in a few words, as lists show it. */
  readonly title: string;
  readonly about: string;
  /** `event`: it concerns one event, whose notifications arrive in order. */
  readonly scope: "event" | "customer";
  /** The permission that subscribing takes. */
  readonly permission: Permission;
  /** Of the shape of `data`. Fields are only ever added within a version. */
  readonly version: number;
  readonly data: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
};

/** One that says only that it happened. */
export const PLAIN = { data: z.object({}), example: {} } as const;
