import type { Database } from "../../platform/db/database.ts";
import type { ErrorCatalogue } from "../../platform/http/http-error.ts";
import type { MailLog } from "../../platform/mail/sender.ts";
import type { Transport } from "../../platform/mail/transport.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** What automatic mail needs. */
export interface NoticeParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly hashKeys: KeyPair;
	/** `scheme://host` of links in mail, without a trailing slash. */
	readonly base: string;
	/** Hour of the day, UTC, from which the digest of the day before is due. */
	readonly digestHour: number;
	readonly transport: Transport;
	/** By code, as the audit log names them. */
	readonly errors: ErrorCatalogue;
	readonly log: MailLog;
}

/** What writing a notice into the outbox needs. */
export type WritingParts = Pick<NoticeParts, "db" | "clock" | "hashKeys" | "base">;
