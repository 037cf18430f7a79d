/** What an account may be beside the holder of its own keys. Plain constants: the pages load them too. */
export const ROLES = ["administrator", "catalogue_editor", "accountant", "tracer"] as const;
export type Role = (typeof ROLES)[number];
