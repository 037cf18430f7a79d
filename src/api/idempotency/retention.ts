import { expiringRows } from "../../platform/retention.ts";
import "./tables.ts";

/** The key has four columns, so stored answers are deleted up to a point in time instead of by key. */
export const idempotencyExpiry = [expiringRows("idempotent_answer", "expires_at")];
