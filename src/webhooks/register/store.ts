import { lockedClient } from "../../clients/policy/owned.ts";
import { command } from "../../platform/db/command.ts";
import { updateRows } from "../../platform/db/rows.ts";
import {
	removeWebhook,
	requestTest,
	setWebhook,
	type TestOutcome,
	type TestRequest,
	type WebhookSetting,
} from "./changes.ts";
import type { WebhookEventName } from "./events.ts";

/** The client's row is locked first, which serialises changes to one client's webhook. */
export const setOwnWebhook = command<WebhookSetting, readonly WebhookEventName[]>(
	"webhooks.set",
	async (tx, setting, traits) => {
		await lockedClient(tx, setting.clientId, traits);
		return setWebhook(tx, setting, traits);
	},
);

/** @returns false when there is none. */
export const removeOwnWebhook = command<{ clientId: string }, boolean>(
	"webhooks.remove",
	async (tx, { clientId }, traits) => {
		await lockedClient(tx, clientId, traits);
		return removeWebhook(tx, clientId);
	},
);

export const testOwnWebhook = command<TestRequest, TestOutcome>("webhooks.test", requestTest);

/** Stores a secret re-encrypted under the current key, unless it has changed since it was read. */
export const resealSecret = command<{ clientId: string; before: string; after: string }, undefined>(
	"webhooks.reseal",
	async (tx, { clientId, before, after }) => {
		await updateRows(tx, "webhook", { client_id: clientId, secret: before }, { secret: after });
	},
);
