/**
 * The one host that the attacked system may ask besides public ones: no public host can be reached from a
 * machine under test. What an installation allows is its operator's choice, so this is no weakness.
 */
export const ATTACKERS_HOST = "attacker.localhost";
