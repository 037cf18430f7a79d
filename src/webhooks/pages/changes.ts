import { isActive } from "../../clients/policy/client.ts";
import { lockedOwnedClient } from "../../clients/policy/owned.ts";
import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import {
	removeWebhook,
	requestTest,
	setWebhook,
	type TestOutcome,
	type TestRequest,
	type WebhookSetting,
} from "../register/changes.ts";

interface OwnWebhook {
	readonly accountId: string;
	readonly clientId: string;
	readonly actor: Actor;
}

export type WebhookOutcome = "done" | "not_found" | "key_not_active";

export const setKeyWebhook = command<OwnWebhook & { setting: WebhookSetting }, WebhookOutcome>(
	"portal.set_webhook",
	async (tx, input, traits) => {
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client) return "not_found";
		if (!isActive(client, input.actor.atMs)) return "key_not_active";
		await setWebhook(tx, input.setting, traits);
		await recordEvent(tx, input.actor, "webhook.set", input.clientId, input.setting.url);
		return "done";
	},
);

/** @returns `not_found` also when the key has no webhook. */
export const removeKeyWebhook = command<OwnWebhook, WebhookOutcome>(
	"portal.remove_webhook",
	async (tx, input, traits) => {
		if (!(await lockedOwnedClient(tx, input, traits))) return "not_found";
		if (!(await removeWebhook(tx, input.clientId))) return "not_found";
		await recordEvent(tx, input.actor, "webhook.removed", input.clientId);
		return "done";
	},
);

export const testKeyWebhook = command<OwnWebhook & { test: TestRequest }, WebhookOutcome | TestOutcome>(
	"portal.test_webhook",
	async (tx, input, traits) => {
		const client = await lockedOwnedClient(tx, input, traits);
		if (!client) return "not_found";
		if (!isActive(client, input.actor.atMs)) return "key_not_active";
		const outcome = await requestTest(tx, input.test, traits);
		if (outcome === "requested") await recordEvent(tx, input.actor, "webhook.tested", input.clientId);
		return outcome;
	},
);
