import { z } from "zod";
import { type Client, isApproval } from "@/client/src/index";
import type { Api, Request } from "./api";

const page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });
const approval = z.object({ approvalId: z.string(), expiresAt: z.string() });

/** What a file needs of the API, by a client of it. */
export function apiOf(client: Pick<Client, "request">): Api {
  const list = async (path: string, query: Readonly<Record<string, unknown>> = {}) => {
    const all: unknown[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const request = { method: "GET", path, query: { limit: 100, ...query, cursor } } as const;
      const { items, nextCursor } = page.parse((await client.request(request)).data);
      all.push(...items);
      cursor = nextCursor;
    }
    return all;
  };
  const get = async (path: string) => {
    const { data, etag } = await client.request({ method: "GET", path });
    return { value: data, etag };
  };
  const send = async ({ method, path, body, ifMatch }: Request) => {
    const options = ifMatch === undefined || ifMatch === null ? {} : { ifMatch };
    const given = Object.keys(body).length === 0 ? {} : { body };
    const { data } = await client.request({ method, path, ...given }, options);
    if (!isApproval(data)) return { status: "done", value: data } as const;
    return { status: "asked", ...approval.parse(data) } as const;
  };
  return { list, get, send };
}
