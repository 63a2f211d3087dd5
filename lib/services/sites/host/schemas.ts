import { z } from "zod";
import { ownHostProblem, plainHost } from "@/lib/domain/address/host";
import { env } from "@/lib/platform/env";

/** Where the installation itself is reached: no customer's own. */
function installation() {
  const urls = [...env.waitingRoomOrigins(), env.consoleUrl()];
  return { hosts: urls.map((url) => new URL(url).host), domain: env.waitingRoomDomain() };
}

const host = z
  .string()
  .superRefine((text, issues) => {
    const problem = ownHostProblem(text, installation());
    if (problem !== null) issues.addIssue(problem);
  })
  .transform((text) => plainHost(text.trim()));

export const addHostInput = z.strictObject({ host });
export type AddHostInput = z.input<typeof addHostInput>;

export const hostIdInput = z.strictObject({ hostId: z.string().min(1).max(100) });
export type HostIdInput = z.input<typeof hostIdInput>;
