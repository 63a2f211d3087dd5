import { KnownUser } from "@queue-it/connector-javascript";
import { publicContext } from "../../demo-shop/public-context";
import { CONFIG, CUSTOMER_ID, type Outcome, SECRET, type Visit } from "./visits";

const CONFIG_TEXT = JSON.stringify(CONFIG);
const TOKEN = /[?&]queueittoken=([^&]*)/i;

/** The public connector as its documentation has it: it takes the config as text. */
export async function decideByTheirs({ url, headers, ip }: Visit): Promise<Outcome> {
  const header = (name: string): string => headers[name.toLowerCase()] ?? "";
  const result = await KnownUser.validateRequestByIntegrationConfig(
    url.replace(TOKEN, ""),
    TOKEN.exec(url)?.[1] ?? "",
    CONFIG_TEXT,
    CUSTOMER_ID,
    SECRET,
    publicContext({ url, address: ip, header, setCookie: () => undefined }),
  );
  if (result.doRedirect()) return "redirect";
  return result.actionType === null ? "no-match" : "pass";
}
