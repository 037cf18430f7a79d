import { changeAutomatic } from "./automatic.ts";
import { takeMailed } from "./automatic-mail.ts";
import { beginAutomatic, stopLeft } from "./automatic-work.ts";
import { noteReadUpTo } from "./catch-up.ts";
import { beginPayment, noteMessage, noteOpened, settleOwed } from "./changes.ts";

/** Every write of the payments. */
export const paymentCommands = [
	beginPayment,
	noteOpened,
	noteMessage,
	settleOwed,
	noteReadUpTo,
	beginAutomatic,
	stopLeft,
	changeAutomatic,
	takeMailed,
];
