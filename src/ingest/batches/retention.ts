import { expiringRows } from "../../platform/retention.ts";
import "./tables.ts";

/** The history of imports stays; what each of them refused lives for `STORED_DAYS` (refusals.ts). */
export const importExpiry = [expiringRows("import_refusal", "expires_at")];
