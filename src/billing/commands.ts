import { noteCapAlert } from "./balances/cap-alerts.ts";
import { grantCredits } from "./balances/grant.ts";
import { noteLowBalance } from "./balances/low-balance.ts";
import { noteFault } from "./ledger/follower.ts";
import { ledgerDaysSum } from "./ledger/ledger-days.ts";
import { settle } from "./ledger/settle.ts";
import { spendingSum } from "./pages/spending/count-spending.ts";
import { approveTopUp, rejectTopUp, requestTopUp, withdrawTopUp } from "./pages/top-ups/changes.ts";
import { announcePrice } from "./prices/prices.ts";
import { withdrawAnnounced } from "./prices/withdraw-price.ts";
import { aggregateUsage, trimAudit } from "./retention.ts";
import { addUpClients, addUpDay, forgetDays } from "./usage/day-commands.ts";

/** Every write of the billing. */
export const billingCommands = [
	settle,
	grantCredits,
	noteCapAlert,
	noteLowBalance,
	trimAudit,
	aggregateUsage,
	addUpClients,
	addUpDay,
	forgetDays,
	ledgerDaysSum.command,
	spendingSum.command,
	noteFault,
	requestTopUp,
	withdrawTopUp,
	approveTopUp,
	rejectTopUp,
	announcePrice,
	withdrawAnnounced,
];
