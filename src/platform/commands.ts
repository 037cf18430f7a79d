import { ping } from "./db/ping.ts";
import { claimMails, recordMailAttempt, renewMails } from "./mail/outbox.ts";
import { setMaintenance } from "./maintenance.ts";
import { replaceSecretFit } from "./secret-fit.ts";
import { initServiceState } from "./service-state.ts";
import { resealTexts } from "./stored-settings.ts";
import { leaveTask, renewTask } from "./tasks/claims.ts";

/** Every write of the platform. */
export const platformCommands = [
	setMaintenance,
	replaceSecretFit,
	initServiceState,
	resealTexts,
	ping,
	claimMails,
	recordMailAttempt,
	renewMails,
	renewTask,
	leaveTask,
];
