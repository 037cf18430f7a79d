import { expiringRows } from "../platform/retention.ts";
import "./tables.ts";

/** Attempts are shown for 30 days, and of each webhook the last ones alone. */
export const ATTEMPT_DAYS = 30;
export const ATTEMPTS_KEPT = 20;

export const webhookExpiry = [expiringRows("webhook_attempt", "expires_at")];
