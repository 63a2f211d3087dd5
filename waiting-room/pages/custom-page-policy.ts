const HOST = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;
const ORIGIN = /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

export type CustomPagePolicy = {
  /** Where this server's addresses begin, as the visitor's browser asks for them; null where that is not known. */
  readonly ownAddress: string | null;
  readonly customerId: string;
  readonly eventId: string;
  /** https origins that the customer has named. */
  readonly sources: readonly string[];
  /** Where the visitor may be sent: `host`, `host:port`, `*.host`. */
  readonly targetHosts: readonly string[];
  /** The origins of the sites that may show the page in a frame. */
  /** True where a challenge may be shown in a frame of ours. */
  readonly hasFrames?: boolean;
  readonly frameOrigins?: readonly string[] | undefined;
};

/**
 * The value of the `Content-Security-Policy` header of a page of a customer's own HTML. Only our scripts run. It loads
 * files of ours, and from the origins that the customer has named; it asks for and sends to nothing but its own event, so
 * that no place of another customer is in reach.
 */
export function customPagePolicy(page: CustomPagePolicy): string {
  const { ownAddress, customerId, eventId } = page;
  const at = (path: string) => (ownAddress === null ? "'self'" : `${ownAddress}${path}`);
  const sources = page.sources
    .filter((origin) => ORIGIN.test(origin))
    .map((origin) => ` ${origin}`)
    .join("");
  const targets = page.targetHosts
    .filter((host) => HOST.test(host))
    .map((host) => ` http://${host}`)
    .join("");
  const line = at(`/line/${customerId}/${eventId}/`);
  return [
    "default-src 'none'",
    `script-src ${at("/assets/")}`,
    `style-src 'unsafe-inline'${sources}`,
    `img-src ${at("/assets/")} data:${sources}`,
    `font-src ${at("/assets/")}${sources}`,
    `connect-src ${line}`,
    ...(page.hasFrames === true ? [`frame-src ${line}`] : []),
    `form-action ${line}${targets}`,
    "base-uri 'none'",
    `frame-ancestors ${page.frameOrigins?.join(" ") || "'none'"}`,
  ].join("; ");
}
