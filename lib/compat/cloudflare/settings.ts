import { z } from "zod";
import type { Asked } from "./asked";

const ZONE = { search_engine_crawler_bypass: false };

const input = z.strictObject({
  search_engine_crawler_bypass: z
    .literal(
      false,
      "Search engines keep no session, so nothing here lets them past. Add a rule on their user agent.",
    )
    .default(false),
});

/** The settings of a zone: there is one, and it is off. */
export async function getZoneSettings(): Promise<typeof ZONE> {
  return ZONE;
}

/** Takes what is so, and refuses all else with the reason. */
export async function changeZoneSettings({ body }: Asked): Promise<typeof ZONE> {
  input.parse(body);
  return ZONE;
}
