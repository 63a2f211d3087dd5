import type { ServiceContext } from "@/lib/services/ground/context";
import type { Note } from "./envelope";

/** A request of a program. */
export type Asked = {
  readonly context: ServiceContext;
  /** Of what its path names, by the name in the route. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Null for a reading. */
  readonly body: unknown;
  /** What the program should know although it was done. */
  readonly messages: Note[];
};
