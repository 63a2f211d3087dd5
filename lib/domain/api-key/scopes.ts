/** What an API key may be for. */
export const API_KEY_SCOPES = ["pull", "report", "manage", "api"] as const;

/**
 * `pull`: read the rules; `report`: say who is on the site; `manage`: set stock, grants and inlets; `api`: do what its
 * permissions name, through the API. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** The scopes of a stored key. One that was made before there were scopes may pull and nothing else. */
export function scopesOf(stored: readonly string[]): readonly ApiKeyScope[] {
  return stored.length === 0 ? ["pull"] : API_KEY_SCOPES.filter((scope) => stored.includes(scope));
}
