/** Version of the program. A test compares it with package.json. */
export const VERSION = "1.0.0";

/** Version of the interface that is served (SPEC 9). */
export const API_VERSION = "1.10.0";
