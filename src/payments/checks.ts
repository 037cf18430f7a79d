import { sql } from "kysely";
import { byClient, type ClientFault } from "../api/client-fault.ts";
import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import type { Database } from "../platform/db/database.ts";
import { reversedUnits } from "./reversals.ts";
import type { PaymentTable } from "./tables.ts";

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

type Scan = Database["scan"];

interface PaymentCheck {
	readonly payments: number;
	readonly faults: readonly ClientFault[];
}

/** Compares payments with top-ups and ledger: each that is paid was credited once, and what refunds and disputes take back was taken, is owed or settled. */
export async function checkPayments({ scan }: Pick<Database, "scan">): Promise<PaymentCheck> {
	const first = await look(scan);
	if (first.faults.length === 0) return first;
	// What a message changes meanwhile is found only once.
	const found = new Set((await look(scan)).faults.map(({ problem }) => problem));
	return { ...first, faults: first.faults.filter(({ problem }) => found.has(problem)) };
}

async function look(scan: Scan): Promise<PaymentCheck> {
	const payments = await scan.selectFrom("payment").selectAll().execute();
	const faults = faultsOf(payments, await postedUnits(scan));
	return { payments: payments.length, faults: [...faults, ...(await wrongMarks(scan))] };
}

/** Units of top-ups and reversals in the ledger, by payment. */
async function postedUnits(scan: Scan) {
	const rows = await scan
		.selectFrom("ledger")
		.select(["kind", "units", "detail"])
		.where("kind", "in", ["top_up", "reversal"])
		// Must match the condition of the partial index, or the index is not used.
		.where(sql<boolean>`kind <> 'charge'`)
		.execute();
	const posted = new Map<string, { top_up: number[]; reversal: number[] }>();
	for (const { kind, units, detail } of rows) {
		const paymentId = /"payment":"([^"]+)"/.exec(detail)?.[1];
		if (paymentId === undefined) continue;
		const of = posted.get(paymentId) ?? { top_up: [], reversal: [] };
		of[kind as "top_up" | "reversal"].push(units);
		posted.set(paymentId, of);
	}
	return posted;
}

function faultsOf(
	payments: readonly PaymentTable[],
	posted: Awaited<ReturnType<typeof postedUnits>>,
): ClientFault[] {
	const known = new Set(payments.map(({ payment_id }) => payment_id));
	const strange = [...posted.keys()].filter((paymentId) => !known.has(paymentId));
	return [
		...payments.flatMap((payment) => {
			const { top_up = [], reversal = [] } = posted.get(payment.payment_id) ?? {};
			return problemsOf(payment, top_up, reversal).map((problem) => ({
				clientId: payment.client_id,
				problem,
			}));
		}),
		...strange.map((paymentId) => ({
			clientId: paymentId,
			problem: "the ledger names a payment that is not known",
		})),
	];
}

function problemsOf(
	payment: PaymentTable,
	credited: readonly number[],
	reversed: readonly number[],
): string[] {
	const { payment_id, units, state, reversed_units, owed_units, settled_units } = payment;
	const due = state === "paid" ? [units] : [];
	const target = state === "paid" ? reversedUnits(payment, JSON.parse(payment.reversals ?? "{}")) : 0;
	const taken = -reversed.reduce((sum, each) => sum + each, 0);
	const rest = reversed_units - owed_units - settled_units;
	return [
		...(String(credited) === String(due)
			? []
			: [
					`${payment_id} is ${state} for ${units} units, but credited were ${credited.join(" and ") || "none"}`,
				]),
		...(target === reversed_units
			? []
			: [
					`refunds and disputes take back ${target} units of ${payment_id}, but ${reversed_units} are reversed`,
				]),
		...(taken === rest ? [] : [`the ledger reverses ${taken} units of ${payment_id} instead of ${rest}`]),
	];
}

/** Clients of accounts that owe are marked, and no others. */
async function wrongMarks(scan: Scan): Promise<ClientFault[]> {
	const owing = scan.selectFrom("payment").select("account_id").where("owed_units", ">", 0);
	const rows = await scan
		.selectFrom("balance_member")
		.innerJoin("client", "client.client_id", "balance_member.client_id")
		.select(["balance_member.client_id", "owes"])
		.where((row) =>
			row.or([
				row.and([row("owes", "is", null), row("owner_id", "in", owing)]),
				row.and([
					row("owes", "is not", null),
					row.or([row("owner_id", "is", null), row("owner_id", "not in", owing)]),
				]),
			]),
		)
		.execute();
	return rows.map(({ client_id: clientId, owes }) => ({
		clientId,
		problem:
			owes === null ? "its account owes, but it may spend" : "it may not spend, but its account owes nothing",
	}));
}
