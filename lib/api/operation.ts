import { z } from "zod";
import type { InstallationPermission } from "@/lib/domain/permissions/installation";
import type { Permission } from "@/lib/services/ground/context";
import type { InstallationVerb } from "@/lib/services/ground/define-installation-verb";
import type { OpenVerb, Verb } from "@/lib/services/ground/define-verb";
import type { TextFile } from "@/lib/services/ground/text-file";

/** What an operation is about: its group in the reference. */
export type Tag =
  | "Events"
  | "Controls"
  | "Live"
  | "Messages"
  | "Access codes"
  | "Staff links"
  | "Rules"
  | "Publications"
  | "Secrets"
  | "API keys"
  | "CAPTCHA keys"
  | "AWS API"
  | "Address lists"
  | "Hosts"
  | "Connectors"
  | "Readiness"
  | "Webhooks"
  | "Alerts"
  | "Themes"
  | "Templates"
  | "Drafts"
  | "Rehearsals"
  | "Reports"
  | "Visitors"
  | "Draws"
  | "Members"
  | "Approvals"
  | "Audit log"
  | "Customer"
  | "Sign-in"
  | "Installation";

/** Who may call an operation: the holder of a customer's key, of one of the installation, or anybody. */
type Audience = "customer" | "installation" | "anyone";

/**
 * A few seconds' worth of requests that a key may spend: `control` has its own, so that reading never keeps
 * anybody from pausing an event.
 */
export type Lane = "read" | "write" | "control";

type Names = Readonly<Record<string, unknown>>;

/** One thing that programs can do. Router, OpenAPI document, client and command line all come from these. */
export type Operation = {
  /** `pauseEvent`: how clients call it. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below `/api/v1`; names in braces are fields of the input. */
  readonly path: string;
  readonly tag: Tag;
  /** Six words or so, an imperative. */
  readonly summary: string;
  readonly description?: string;
  readonly audience: Audience;
  /** Null where none is needed. */
  readonly permission: Permission | InstallationPermission | null;
  /** Path, query and body together. */
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  /** 202: it goes on after the answer, which says by its id what to poll. */
  readonly status: 200 | 201 | 202;
  /** The id of the operation that tells how it goes on. */
  readonly pollBy?: string;
  readonly lane: Lane;
  /** Set where the verb answers a whole list, which is given page by page: what identifies an item of it. */
  readonly pageBy?: (item: never) => string;
  /** Set where a key for single events may call it although no event is in its path: the verb answers only these. */
  readonly keepsToEvents?: true;
  /** The id of the operation that reads what this one changes: its ETag is what `If-Match` names. */
  readonly revises?: string;
  /** Set where a customer may want a second person: it is answered 202 until that one has approved. */
  readonly asksApproval?: true;
  /** Set where the verb answers a file. `output` is that of its JSON. */
  readonly isFile?: true;
  /** An input that works for the example customer, and that the reference shows. */
  readonly example: Names;
  /** With the `ServiceContext` or `InstallationCaller` of the key that was shown; of an operation for anyone with an `Asker`. */
  readonly run: (caller: never, input: never) => Promise<unknown>;
};

/** An operation of those that take a customer's key. */
export type CustomerOperation = Operation & { readonly permission: Permission };

/** True for an operation that takes a customer's key. */
export function isForCustomers(operation: Operation): operation is CustomerOperation {
  return operation.audience === "customer";
}

type Described = Pick<Operation, "id" | "method" | "path" | "tag" | "summary" | "example"> &
  Partial<
    Pick<
      Operation,
      "description" | "status" | "pollBy" | "lane" | "revises" | "keepsToEvents" | "asksApproval"
    >
  >;

/** Of a list: the schema of an item, and what identifies one. */
type Listed<Item> = {
  readonly of: z.ZodType<Item>;
  readonly by: (item: Item) => string;
};

/** What a verb answers when it has happened: a request for approval is answered as one by the router. */
type Done<Result> = Exclude<Result, { readonly status: "asked" }>;

/** An operation that is one verb. The compiler holds what `output` says against what the verb answers. */
export function operation<Schema extends z.ZodObject, Result>(
  verb: Verb<Schema, Result>,
  described: Described & { readonly output: z.ZodType<Done<Result>> },
): Operation {
  return { ...defaultsOf(described), ...described, ...runOf(verb) };
}

/** An operation that anybody may call, without a key. It is carried out as often as it is sent. */
export function openOperation<Schema extends z.ZodObject, Result>(
  verb: OpenVerb<Schema, Result>,
  described: Described & { readonly output: z.ZodType<Result> },
): Operation {
  const { input } = verb;
  const own = { run: verb, input, permission: null, audience: "anyone" } as const;
  return { ...defaultsOf(described), ...described, ...own };
}

/** An operation that takes a key of the installation. */
export function installationOperation<Schema extends z.ZodObject, Result>(
  verb: InstallationVerb<Schema, Result>,
  described: Described & { readonly output: z.ZodType<Result> },
): Operation {
  return { ...defaultsOf(described), ...described, ...runOfInstallation(verb) };
}

/** The same for a verb that answers a short list at once. */
export function installationListing<Schema extends z.ZodObject, Item>(
  verb: InstallationVerb<Schema, readonly Item[]>,
  { of, by, ...described }: Described & Listed<Item>,
): Operation {
  const output = pageSchema(of);
  return { ...defaultsOf(described), ...described, ...runOfInstallation(verb), output, pageBy: by };
}

function runOfInstallation<Schema extends z.ZodObject>(verb: InstallationVerb<Schema, unknown>) {
  const { input, permission } = verb;
  return { run: verb, input, permission, audience: "installation" } as const;
}

/** The schema of a page of a list. */
export function pageSchema<Item>(of: z.ZodType<Item>) {
  return z.object({ items: z.array(of), nextCursor: z.string().nullable() });
}

/** The same for a verb that answers a short list at once. `of` is the schema of an item. */
export function listing<Schema extends z.ZodObject, Item>(
  verb: Verb<Schema, readonly Item[]>,
  { of, by, ...described }: Described & Listed<Item>,
): Operation {
  const output = pageSchema(of);
  return { ...defaultsOf(described), ...described, ...runOf(verb), output, pageBy: by };
}

/** The same for a verb that answers a file with a list. `of` is the schema of what it says of each in JSON. */
export function file<Schema extends z.ZodObject>(
  verb: Verb<Schema, TextFile>,
  { of, ...described }: Described & { readonly of: z.ZodType },
): Operation {
  const output = z.array(of);
  return { ...defaultsOf(described), ...described, ...runOf(verb), output, isFile: true };
}

function runOf<Schema extends z.ZodObject>(verb: Verb<Schema, unknown>) {
  const { input, permission } = verb;
  return { run: verb, input, permission, audience: "customer" } as const;
}

function defaultsOf({ method }: Pick<Operation, "method">) {
  return { status: 200, lane: method === "GET" ? "read" : "write" } as const;
}

/** `eventId` and the others that a path names. */
export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
