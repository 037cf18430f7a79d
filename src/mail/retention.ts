import { expiringRows } from "../platform/retention.ts";
import "./tables.ts";

/** What was sent or given up is kept for a week, so that an operator can see what became of it. */
export const mailExpiry = [expiringRows("mail", "expires_at", "mail_id")];
