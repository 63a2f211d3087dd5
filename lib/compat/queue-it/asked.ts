import type { ServiceContext } from "@/lib/services/ground/context";

/** A request of a program. */
export type Asked = {
  readonly context: ServiceContext;
  /** In lower case; empty where the path names none. */
  readonly eventId: string;
  /** The last part of a path that names a statistic. */
  readonly statistic: string;
  readonly query: URLSearchParams;
  /** Null for a reading. A list stands in `list`. */
  readonly body: unknown;
};
