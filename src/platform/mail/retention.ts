import { expiringRows } from "../retention.ts";
import "./tables.ts";

/** Mails that were sent or given up are kept for a week, so that an operator can see what became of them. */
export const mailExpiry = [expiringRows("mail", "expires_at", "mail_id")];
