import { byClient } from "../api/client-fault.ts";
import type { Check } from "../platform/check.ts";
import { checkBought } from "./bought/check-bought.ts";
import { checkOrders } from "./check-orders.ts";

export const orderChecks: readonly Check[] = [
	{
		name: "orders",
		async examine({ db, blobs, nowMs }) {
			const document = await checkOrders({ db, blobs }, nowMs);
			const { orders, faults, lineFaults } = document;
			return {
				document,
				fine: `${orders} with their contents, each paid for`,
				faults: [
					...faults.map(({ orderId, clientId, problem }) => `${orderId} of ${clientId}: ${problem}`),
					...byClient(lineFaults),
				],
			};
		},
	},
	{
		name: "bought",
		title: "products that clients bought",
		async examine({ db }) {
			const document = await checkBought(db);
			const fine = `${document.products}, including every product read`;
			return { document, fine, faults: byClient(document.faults) };
		},
	},
];
