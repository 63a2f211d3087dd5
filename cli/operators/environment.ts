/** What the command line reads from the environment, each when it is asked for. */
export const environment = {
  url: () => read("STANCHION_URL"),
  apiKey: () => read("STANCHION_API_KEY"),
  profile: () => read("STANCHION_PROFILE"),
  /** Where programs keep their settings. */
  configHome: () => read("XDG_CONFIG_HOME"),
  /** Any value turns colours off: see no-color.org. */
  isColourless: () => read("NO_COLOR") !== undefined || read("TERM") === "dumb",
  /** Where systemd keeps what a command writes, which may write elsewhere only what is gone when it ends; empty without it. */
  stateDirectories: () => read("STATE_DIRECTORY")?.split(":") ?? [],
  /** For `!env NAME` of stanchion.yaml. */
  variable: (name: string) => read(name),
};

function read(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}
