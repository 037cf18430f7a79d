import { expiringRows } from "../platform/retention.ts";
import "./tables.ts";

/** A used URL need not be remembered longer than it would be valid. Deliveries are evidence and stay. */
export const imageExpiry = [expiringRows("used_url", "expires_at", "url_id")];
