import { command } from "./command.ts";

/** A write of nothing: resolves when the database would take one. */
export const ping = command<null, undefined>("platform.ping", async () => undefined);
