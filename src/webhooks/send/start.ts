import { createFeed } from "../../catalogue/changes/feed.ts";
import { createClientDirectory } from "../../clients/policy/directory.ts";
import type { Database } from "../../platform/db/database.ts";
import { createMaintenance } from "../../platform/maintenance.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { AddressRules } from "../register/addresses.ts";
import { createChangeFeed } from "./feed.ts";
import { createGuardedPost } from "./guarded-post.ts";
import { createResolveHost } from "./resolve-host.ts";
import { createWebhookSender, type SenderLog } from "./sender.ts";
import { keepSending } from "./sending-loop.ts";

interface StartParts {
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
		clients: createClientDirectory(db, clock),
		sealKeys,
		post: createGuardedPost({ rules, resolveHost: createResolveHost() }),
		log,
	});
	return keepSending({
		sender,
		async isPaused() {
			await maintenance.refresh();
			return maintenance.message() !== null;
		},
		onFault: log.fault,
	});
}
