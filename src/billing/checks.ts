import { byClient } from "../api/client-fault.ts";
import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkLedger } from "./ledger/check-ledger.ts";
import { stoppedFollowers } from "./ledger/follower.ts";
import { checkSpending } from "./pages/spending/count-spending.ts";
import { checkTopUps } from "./pages/top-ups/check.ts";
import { checkDays } from "./usage/check-days.ts";
import { checkUsage } from "./usage/check-usage.ts";

export const billingChecks: readonly Check[] = [
	{
		name: "ledger",
		async examine({ db }) {
			const document = await checkLedger(db);
			const { rows, balances, faults } = document;
			return {
				document,
				fine: `${counted(rows, "row")} of ${counted(balances, "balance")}: every chain is intact and adds up to its balance`,
				faults: faults.map(({ balanceKey, seq, problem }) =>
					seq === undefined ? `${balanceKey}: ${problem}` : `${balanceKey}, row ${seq}: ${problem}`,
				),
			};
		},
	},
	{
		name: "followers",
		async examine({ db }) {
			const document = await stoppedFollowers(db);
			return { document, fine: "figures are brought up to date", faults: document.faults };
		},
	},
	{
		name: "usage",
		async examine({ db, nowMs, auditDays }) {
			const document = await checkUsage(db, { nowMs, auditDays });
			const clients = counted(document.clients, "client");
			return {
				document,
				fine: `hours and audit log of ${clients} match their ledgers`,
				faults: byClient(document.faults),
			};
		},
	},
	{
		name: "days",
		async examine({ db }) {
			const document = await checkDays(db);
			const fine = `the totals of ${counted(document.days, "day")} match their hours`;
			return { document, fine, faults: document.faults };
		},
	},
	{
		name: "spending",
		async examine({ db }) {
			const document = await checkSpending(db);
			const fine = `the totals of ${counted(document.clients, "client")} match their ledgers`;
			return { document, fine, faults: byClient(document.faults) };
		},
	},
	{
		name: "topUps",
		title: "top-ups",
		async examine({ db }) {
			const document = await checkTopUps(db);
			const fine = `${document.approved} approved, each credited once`;
			return { document, fine, faults: byClient(document.faults) };
		},
	},
];
