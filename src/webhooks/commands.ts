import { removeOwnWebhook, resealSecret, setOwnWebhook, testOwnWebhook } from "./register/store.ts";
import { recordAttempt } from "./send/attempts.ts";
import { claimWebhooks, openEvents, passUnseen, switchOff } from "./send/claims.ts";
import { notifyLowBalance } from "./send/notices.ts";

/** Every write of this room. */
export const webhookCommands = [
	setOwnWebhook,
	removeOwnWebhook,
	testOwnWebhook,
	resealSecret,
	claimWebhooks,
	openEvents,
	passUnseen,
	switchOff,
	recordAttempt,
	notifyLowBalance,
];
