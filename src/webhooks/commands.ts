import { removeKeyWebhook, setKeyWebhook, testKeyWebhook } from "./pages/changes.ts";
import { removeOwnWebhook, resealSecret, setOwnWebhook, testOwnWebhook } from "./register/store.ts";
import { recordAttempt } from "./send/attempts.ts";
import {
	claimWebhooks,
	openAlertEvents,
	openEvents,
	passAlerts,
	passUnseen,
	switchOff,
} from "./send/claims.ts";
import { notifyLowBalance } from "./send/notices.ts";

/** Every write of the webhooks. */
export const webhookCommands = [
	setKeyWebhook,
	removeKeyWebhook,
	testKeyWebhook,
	setOwnWebhook,
	removeOwnWebhook,
	testOwnWebhook,
	resealSecret,
	claimWebhooks,
	openEvents,
	passUnseen,
	openAlertEvents,
	passAlerts,
	switchOff,
	recordAttempt,
	notifyLowBalance,
];
