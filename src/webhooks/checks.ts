import { byClient } from "../api/client-fault.ts";
import { createFeed } from "../catalogue/changes/feed.ts";
import type { Check } from "../platform/check.ts";
import { checkWebhooks } from "./register/check.ts";
import { createChangeFeed } from "./send/feed.ts";

export const webhookChecks: readonly Check[] = [
	{
		name: "webhooks",
		async examine({ db, secrets }) {
			const feed = createChangeFeed(createFeed(db), secrets.cursorKeys);
			const document = await checkWebhooks(db, secrets.sealKeys, feed);
			const fine = `${document.webhooks} that messages can be sent to`;
			return { document, fine, faults: byClient(document.faults) };
		},
	},
];
