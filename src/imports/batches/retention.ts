import { expiringRows } from "../../platform/retention.ts";
import "./tables.ts";

/** The history of imports is kept; the refusals of each one live for `STORED_DAYS` (refusals.ts). */
export const importExpiry = [expiringRows("import_refusal", "expires_at")];
