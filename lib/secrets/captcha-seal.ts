/** What the secret of a customer's CAPTCHA keys is sealed for: it opens nowhere else. */
export function captchaSealContext(customerWireId: string): string {
  return `captcha:${customerWireId}`;
}
