import { command } from "./command.ts";

/** An empty write: succeeds if the database accepts writes. */
export const ping = command<null, undefined>("platform.ping", async () => undefined);
