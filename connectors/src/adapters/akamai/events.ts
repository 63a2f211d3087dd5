/** The request of an EdgeWorker's event, as far as the connector needs it. */
export interface EdgeWorkerRequest {
  readonly host: string;
  readonly method: string;
  readonly scheme: string;
  /** Path and query. */
  readonly url: string;
  readonly clientIp: string;
  readonly getHeader: (name: string) => readonly string[] | null | undefined;
  readonly getVariable: (name: string) => string | undefined;
  readonly setVariable: (name: string, value: string) => void;
  readonly respondWith: (
    status: number,
    headers: Readonly<Record<string, readonly string[]>>,
    body: string,
  ) => void;
}

/** The response of `onClientResponse`. */
export interface EdgeWorkerResponse {
  readonly addHeader: (name: string, value: string) => void;
  readonly getHeader: (name: string) => readonly string[] | null | undefined;
  readonly getHeaders: () => Readonly<Record<string, readonly string[]>>;
  readonly removeHeader: (name: string) => void;
  readonly setHeader: (name: string, value: string) => void;
}

/** `httpRequest` of the module `http-request`. */
export type HttpRequestFunction = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly timeout: number;
  },
) => Promise<{
  readonly status: number;
  readonly getHeader: (name: string) => readonly string[] | null | undefined;
  readonly text: () => Promise<string>;
}>;
