import { randomUUID } from "node:crypto";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null for an empty body. */
  readonly json: unknown;
};

export type Asked = {
  readonly method: string;
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Left out: nobody's. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends one request to an API, as a program would. Rejects only when nobody answers. */
export async function ask(
  baseUrl: string,
  { method, path, body, key, headers }: Asked,
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json };
}

export const newOnceKey = (): string => randomUUID();
