import { claimMails, recordMailAttempt, renewMails } from "./outbox.ts";

/** Every write of this room. */
export const mailCommands = [claimMails, recordMailAttempt, renewMails];
