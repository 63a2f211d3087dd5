/**
 * The one host that the attacked system may ask besides public ones: no public host can be reached from a
 * machine under test. What an installation allows is its operator's choice, so this is no weakness.
 */
export const ATTACKERS_HOST = "attacker.localhost";

/** The same by number, for a provider of single sign-on, whom browsers ask as well. */
export const ATTACKERS_ADDRESS = "127.0.0.2";
