import { promises as dns, type LookupAddress } from "node:dns";
import type { RequestOptions } from "node:http";
import type { AllowedHosts } from "./allowed-hosts";
import { INTERNAL_REFUSED, isNamedLocalhost, isRefusedAddress } from "./outgoing-url";

const DNS_TIMEOUT_MS = 2_000;
const NAME_SERVER_TRIES = 2;

/** All addresses of a name. */
export type ResolveHost = (name: string) => Promise<readonly LookupAddress[]>;

/**
 * Asks the name servers themselves. `dns.lookup` would wait in one of the four threads that files, hashes and
 * all other names of this process share: a name whose server never answers would hold up everybody.
 */
async function askNameServers(name: string): Promise<readonly LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: NAME_SERVER_TRIES });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [...toAddresses(four, 4), ...toAddresses(six, 6)];
  if (addresses.length === 0 && four.status === "rejected") throw four.reason;
  return addresses;
}

function toAddresses(result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  if (result.status === "rejected") return [];
  return result.value.map((address) => ({ address, family }));
}

/** As the machine resolves names, with its file of hosts: for names that the operator allowed. */
function askThisMachine(name: string): Promise<readonly LookupAddress[]> {
  // Names below localhost are this machine (RFC 6761); not every resolver knows that.
  return dns.lookup(isNamedLocalhost(name) ? "localhost" : name, { all: true });
}

/**
 * What a connection looks its host up with: it connects to what was checked and to nothing else. A name is
 * refused when any of its addresses is internal, unless the name itself is allowed.
 */
export function guardedLookup(
  allowed: AllowedHosts,
  resolve: ResolveHost = askNameServers,
): NonNullable<RequestOptions["lookup"]> {
  const addressesOf = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const name = hostname.toLowerCase().replace(/\.$/, "");
    if (allowed.hasName(name)) return askThisMachine(name);
    const addresses = await resolve(name);
    if (addresses.some(({ address }) => isRefusedAddress(address, allowed))) {
      throw new Error(INTERNAL_REFUSED);
    }
    return addresses;
  };
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error("The host name could not be resolved."), "", 0);
        else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}
