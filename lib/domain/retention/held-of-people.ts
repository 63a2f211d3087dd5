import type { PersonalData } from "@/lib/domain/personal-data";

/** Something about a visitor: what it is, why it is kept, and how long. */
export function visitor(what: string, why: string, kept: string): PersonalData {
  return { about: "visitor", what, why, kept };
}

/** The same of a user of the console. */
export function user(what: string, why: string, kept: string): PersonalData {
  return { about: "user", what, why, kept };
}

/** What belongs to a user's account. */
export function account(what: string, why: string): PersonalData {
  return user(what, why, "until the user is erased");
}

/** What belongs to what users did for their customer. */
export function ofWork(what: string, why: string): PersonalData {
  const kept = "with the customer; anonymised when the person is erased";
  return user(what, why, kept);
}

/** The name of who made something. */
export function maker(): PersonalData {
  return ofWork("name of the author", "members see whose work it is");
}
