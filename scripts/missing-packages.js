// Only what Node brings along may be imported here: the packages may not be installed yet.

/** Where a package runs: the words between hyphens that its name has for systems and processors. */
const SYSTEMS = {
  ...{ android: "android", darwin: "darwin", freebsd: "freebsd", openharmony: "openharmony" },
  ...{ linux: "linux", linuxmusl: "linux", win: "win32", win32: "win32", windows: "win32" },
};
const PROCESSORS = { 64: "x64", x64: "x64", arm64: "arm64", arm: "arm", ia32: "ia32" };

/** @typedef {{ platform: string, arch: string, libc: "glibc" | "musl" }} Machine */

/**
 * @param {string} name
 * @param {Machine} machine
 */
function isMadeFor(name, { platform, arch, libc }) {
  const words = name.split(/[-/]/);
  const systems = words.filter((word) => Object.hasOwn(SYSTEMS, word));
  const processors = words.filter((word) => Object.hasOwn(PROCESSORS, word));
  if (!systems.some((word) => SYSTEMS[word] === platform)) return false;
  if (!processors.some((word) => PROCESSORS[word] === arch)) return false;
  const isForMusl = words.some((word) => word === "musl" || word === "linuxmusl");
  return platform !== "linux" || isForMusl === (libc === "musl");
}

/**
 * The native packages of this machine that a lock file does not know and npm therefore does not
 * install, as `name@version`. A lock file knows only those of the registry it was made with.
 *
 * @param {Record<string, { optionalDependencies?: Record<string, string> }>} packages of the lock file
 * @param {Machine} machine
 * @param {(name: string) => boolean} isInstalled
 * @returns {string[]}
 */
export function missingPackages(packages, machine, isInstalled) {
  const missing = new Set();
  for (const { optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isMadeFor(name, machine) && !isInstalled(name)) missing.add(`${name}@${version}`);
    }
  }
  return [...missing].sort();
}

/** @returns {Machine} */
export function thisMachine() {
  const { header } = process.report.getReport();
  const libc = header.glibcVersionRuntime === undefined ? "musl" : "glibc";
  return { platform: process.platform, arch: process.arch, libc };
}
