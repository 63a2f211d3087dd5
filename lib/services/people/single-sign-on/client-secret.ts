/** What a client secret is bound to, so that it cannot be moved to another customer's row. */
export function clientSecretSealContext(customerWireId: string): string {
  return `single-sign-on:${customerWireId}`;
}
