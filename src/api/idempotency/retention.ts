import { expiringRows } from "../../platform/retention.ts";
import "./tables.ts";

/** Stored answers have a key of four columns, so they go up to a moment. */
export const idempotencyExpiry = [expiringRows("idempotent_answer", "expires_at")];
