const BEHIND_HOST = /[\s/?#\\@].*$/s;

/**
 * Cuts off what stands behind the host (and port) in a forged `Host` header: in an address put
 * together with it, that would be taken for the path, and a rule for the path would not match.
 */
export function hostOnly(host: string): string {
  return host.replace(BEHIND_HOST, "");
}
