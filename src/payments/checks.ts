import { byClient } from "../api/client-fault.ts";
import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import { checkPayments } from "./check.ts";

export const paymentChecks: readonly Check[] = [
	{
		name: "payments",
		async examine({ db }) {
			const document = await checkPayments(db);
			const fine = `${counted(document.payments, "payment")} by card: top-ups, reversals and ledger agree`;
			return { document, fine, faults: byClient(document.faults) };
		},
	},
];
