import { claimMails, recordMailAttempt } from "./outbox.ts";

/** Every write of this room. */
export const mailCommands = [claimMails, recordMailAttempt];
