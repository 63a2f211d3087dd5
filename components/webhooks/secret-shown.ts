/** What is said beside a secret that is shown once. */
export const SECRET_SHOWN = {
  title: "Your webhook secret",
  what: "the secret",
  advice: "This secret is only shown once. Your server needs it to verify signatures.",
};
