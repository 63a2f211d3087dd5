import type { DrawSetting } from "@/lib/domain/draw/draw-source";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import { env } from "@/lib/platform/env";
import { allowedHostsOf, readOutgoingUrl } from "@/lib/platform/outgoing/outgoing-url";
import { type FieldErrors, ServiceError } from "@/lib/services/ground/errors";

/** The settings with addresses that this installation asks. */
type AskedAddresses = {
  readonly governor?: GovernorSetting | undefined;
  readonly draw?: DrawSetting | undefined;
};

/**
 * Throws `invalid` for addresses that would not be asked anyway, so that whoever types one learns it at once.
 * What a name leads to is looked at each time it is asked.
 */
export function refuseInternalAddresses({ governor, draw }: AskedAddresses): void {
  const health = governor ? [["governor.healthUrl", governor.healthUrl]] : [];
  const beacons =
    draw?.type === "http-beacon" ? draw.urls.map((url, index) => [`draw.urls.${index}`, url]) : [];
  const allowed = allowedHostsOf(env.allowedPrivateHosts());
  const fields: FieldErrors = Object.fromEntries(
    [...health, ...beacons].flatMap(([field = "", url = ""]) => {
      const reading = readOutgoingUrl(url, allowed);
      return reading.ok ? [] : [[field, reading.reason]];
    }),
  );
  const [reason] = Object.values(fields);
  if (reason !== undefined) throw new ServiceError("invalid", reason, { fields });
}
