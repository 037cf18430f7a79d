/** Roles that an account may have besides owning its keys. Plain constants, because the pages load them too. */
export const ROLES = ["administrator", "catalogue_editor", "accountant", "tracer"] as const;
export type Role = (typeof ROLES)[number];
