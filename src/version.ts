/** Version of the program; `npm run raise` writes it wherever it is named. */
export const VERSION = "1.1.0";

/** What the build puts in: a digest of everything that it was made of. */
declare const PACKSHOT_BUILD: string | undefined;

/** The version and, since two builds may have the same, which build it is. */
export const BUILD = `${VERSION} (${typeof PACKSHOT_BUILD === "undefined" ? "not built" : `build ${PACKSHOT_BUILD}`})`;

/** Version of the interface that is served (SPEC 9). */
export const API_VERSION = "1.11.0";
