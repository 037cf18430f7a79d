import { approveAlert, changeAlert, completeAct, declineAlert, endAlert, publishAlert } from "./acts.ts";
import { mailHolder } from "./mail.ts";
import { claimAct } from "./perform.ts";

/** Every write of the alerts. */
export const alertCommands = [
	publishAlert,
	changeAlert,
	endAlert,
	approveAlert,
	declineAlert,
	claimAct,
	completeAct,
	mailHolder,
];
