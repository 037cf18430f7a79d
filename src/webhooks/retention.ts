import { expiringRows } from "../platform/retention.ts";
import "./tables.ts";

/** Attempts are kept for 30 days, and only the latest ones of each webhook. */
export const ATTEMPT_DAYS = 30;
export const ATTEMPTS_KEPT = 20;

export const webhookExpiry = [expiringRows("webhook_attempt", "expires_at")];
