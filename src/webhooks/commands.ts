import { recordAttempt } from "./attempts.ts";
import { claimWebhooks, openEvents, passUnseen, switchOff } from "./claims.ts";
import { tellLowBalance } from "./notices.ts";
import { removeOwnWebhook, resealSecret, setOwnWebhook, testOwnWebhook } from "./store.ts";

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
	tellLowBalance,
];
