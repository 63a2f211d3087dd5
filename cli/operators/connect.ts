import type { Client } from "@/client/src/create-client";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { environment } from "./environment";
import { DEFAULT_PROFILE, type Profile, readProfiles } from "./profiles";

/**
 * Whom a command talks to: `STANCHION_URL` and `STANCHION_API_KEY`, and for what they leave out the profile. Throws an
 * `ExpectedFailure` that says what to do where neither is there.
 */
export async function findProfile(name: string | undefined): Promise<Profile> {
  const wanted = name ?? environment.profile();
  const [url, key] = [environment.url(), environment.apiKey()];
  // Whoever names a profile means it.
  if (name === undefined && url !== undefined && key !== undefined) return { url, key };
  const kept = (await readProfiles())[wanted ?? DEFAULT_PROFILE];
  if (kept === undefined) {
    const login = wanted === undefined ? "" : ` --profile ${wanted}`;
    throw new ExpectedFailure(
      `Sign in first: stanchion login${login}. Programs set STANCHION_URL and STANCHION_API_KEY.`,
    );
  }
  return name === undefined ? { url: url ?? kept.url, key: key ?? kept.key } : kept;
}

/** Without a key for what takes none. */
export async function connect(profile: Pick<Profile, "url"> & Partial<Profile>): Promise<Client> {
  const { createClient } = await import("@/client/src/create-client");
  try {
    return createClient(profile);
  } catch {
    throw new ExpectedFailure(`${profile.url} is not a URL. Set it to the address of the console.`);
  }
}
