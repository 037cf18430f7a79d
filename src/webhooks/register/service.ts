import { badRequest } from "../../platform/http/http-error.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { productsChanged } from "../send/event.ts";
import type { ChangeFeed } from "../send/feed.ts";
import type { ResolveHost } from "../send/resolve-host.ts";
import { newWebhookSecret } from "../send/signature.ts";
import type { AddressRules } from "./addresses.ts";
import type { TestRequest, WebhookSetting } from "./changes.ts";
import type { WebhookEventName } from "./events.ts";
import { sealSecret } from "./secrets.ts";
import { webhookUrlProblem } from "./url-rules.ts";

interface ServiceParts {
	/** Whether the installation has webhooks at all. */
	readonly isOn: boolean;
	readonly rules: AddressRules;
	readonly resolveHost: ResolveHost;
	readonly feed: Pick<ChangeFeed, "head" | "cursorAt">;
	/** The newest change of an alert. */
	readonly alertHead: () => Promise<number>;
	readonly sealKeys: KeyPair;
}

/** Prepares changes to webhooks, for the API and the pages alike. */
export interface WebhookService {
	readonly isOn: boolean;
	/** A webhook about to be stored, and its secret, which is shown only to its owner. @throws HttpError 400 for a URL that is refused */
	draft(
		clientId: string,
		url: string,
		nowMs: number,
		events?: readonly WebhookEventName[],
	): Promise<{ readonly secret: string; readonly setting: WebhookSetting }>;
	/** A test about to be requested. */
	draftTest(clientId: string, nowMs: number): Promise<TestRequest>;
}

export function createWebhookService(parts: ServiceParts): WebhookService {
	const { isOn, rules, resolveHost, feed, alertHead, sealKeys } = parts;
	return {
		isOn,
		async draft(clientId, url, nowMs, events) {
			const problem = await webhookUrlProblem(url, rules, resolveHost);
			if (problem !== undefined) throw badRequest(`${problem}.`);
			const secret = newWebhookSecret();
			const sealedSecret = sealSecret(secret, clientId, sealKeys);
			const heads = { head: await feed.head(), alertHead: await alertHead() };
			return { secret, setting: { clientId, url, sealedSecret, events, ...heads, nowMs } };
		},
		async draftTest(clientId, nowMs) {
			const here = await feed.cursorAt(await feed.head());
			const { id: testId, body } = productsChanged({ cursor: here, next_cursor: here }, nowMs);
			return { clientId, testId, body, nowMs };
		},
	};
}
