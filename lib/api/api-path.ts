/** Below this path is the API, at the console and at a server of its own. */
export const API_PATH = "/api/v1";
