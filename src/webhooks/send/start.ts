import { createFeed } from "../../catalogue/changes/feed.ts";
import { createClientDirectory } from "../../clients/policy/directory.ts";
import type { Database } from "../../platform/db/database.ts";
import { createMaintenance } from "../../platform/maintenance.ts";
import type { Secrets } from "../../platform/secrets.ts";
import { repeat } from "../../platform/tasks/repeat.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { AddressRules } from "../register/addresses.ts";
import { createAlertFeed, createChangeFeed } from "./feed.ts";
import { createGuardedPost } from "./guarded-post.ts";
import { createResolveHost } from "./resolve-host.ts";
import { createWebhookSender, type SenderLog } from "./sender.ts";

/** How often each process looks for due events: a first attempt starts within 2 s of the commit. */
const EVERY_MS = 400;
/** The same while some wait for a place. */
const SOON_MS = 100;

export interface StartParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly secrets: Pick<Secrets, "cursorKeys" | "sealKeys">;
	readonly rules: AddressRules;
	readonly log: SenderLog;
}

/** Sends webhooks in the background of a server (SPEC E5). @returns a function that stops it and waits for the attempts in progress. */
export function startWebhooks({ db, clock, secrets, rules, log }: StartParts): () => Promise<void> {
	const { cursorKeys, sealKeys } = secrets;
	const maintenance = createMaintenance(db, clock);
	const sender = createWebhookSender({
		db,
		clock,
		feed: createChangeFeed(createFeed(db), cursorKeys),
		alerts: createAlertFeed(db),
		clients: createClientDirectory(db, clock),
		sealKeys,
		post: createGuardedPost({ rules, resolveHost: createResolveHost() }),
		log,
	});
	const stop = repeat({
		async step() {
			await maintenance.refresh();
			// Clients could not read the changes that they are notified of.
			if (maintenance.message() !== null) return EVERY_MS;
			return (await sender.round()) ? SOON_MS : EVERY_MS;
		},
		onFault: log.fault,
		afterFaultMs: 5000,
	});
	return () => stop().then(sender.idle);
}
