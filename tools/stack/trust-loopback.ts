/**
 * Lets visitors of a crowd say addresses of their own, as a trusted proxy in front would: all of them come from this
 * machine. Only for a demo and for measuring, since whoever reaches it may say any address.
 */
export function trustLoopback(): void {
  process.env["TRUSTED_PROXIES"] ||= "1";
}
