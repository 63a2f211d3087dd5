import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { environment } from "./environment";

/** Where an installation is, and the key for it. */
export type Profile = { readonly url: string; readonly key: string };

type Profiles = Readonly<Record<string, Profile>>;

export const DEFAULT_PROFILE = "default";

export function profilesFile(): string {
  return join(environment.configHome() ?? join(homedir(), ".config"), "stanchion", "config.json");
}

/** Throws an `ExpectedFailure` for a file that is none of ours. */
export async function readProfiles(): Promise<Profiles> {
  const file = profilesFile();
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return {};
  try {
    const { profiles }: { profiles?: unknown } = JSON.parse(text);
    if (isProfiles(profiles)) return profiles;
  } catch {
    // Told below.
  }
  throw new ExpectedFailure(`${file} can't be read. Delete it and sign in again: stanchion login.`);
}

function isProfiles(value: unknown): value is Profiles {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every(
    (one) => typeof one?.url === "string" && typeof one?.key === "string",
  );
}

/** Keeps a profile, or removes it. Nobody else on the machine can read the file at any time. */
export async function keepProfile(name: string, profile: Profile | null): Promise<void> {
  const { [name]: _former, ...others } = await readProfiles();
  const profiles = profile === null ? others : { ...others, [name]: profile };
  const file = profilesFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${process.pid}`;
  await writeFile(written, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await chmod(written, 0o600);
  await rename(written, file);
}
