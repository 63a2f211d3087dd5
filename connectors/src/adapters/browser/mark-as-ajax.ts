/** Says in a redirect that a script brought it about, as the waiting room expects it. */
export function markAsAjax(address: string): string {
  const target = /[?&]t=/.exec(address);
  if (target === null) return `${address}${address.includes("?") ? "&" : "?"}_jsar=1`;
  const at = target.index;
  return `${address.slice(0, at)}${address[at]}_jsar=1&${address.slice(at + 1)}`;
}
