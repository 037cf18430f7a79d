import { isPackshotError, type Packshot, type PackshotError } from "@packshot/sdk";
import { counted, inCredits } from "./amounts.ts";
import type { PullFolder } from "./folder.ts";
import { isFetched } from "./holdings.ts";
import { closeOrder, type FolderOrder, isPending, type Plan, storeMade } from "./order-files.ts";
import type { Say } from "./output.ts";

/** A key is valid for as long as its order can be fetched, which is at least a day (SPEC E8). */
const KEY_HOLDS_MS = 23 * 60 * 60 * 1000;

/**
 * Places a planned order. Repeating this, even in a later run, buys nothing more. @throws PackshotError when it is refused, which is then recorded in the
 * folder.
 */
export async function makeOrder(
	packshot: Packshot,
	folder: PullFolder,
	{ stem, plan }: FolderOrder,
): Promise<void> {
	if (!plan) return;
	try {
		const order = await packshot.orders.create(plan.request, { idempotencyKey: plan.key });
		await storeMade(folder, stem, order);
	} catch (error) {
		if (isPackshotError(error) && isRefusal(error)) await closeOrder(folder, stem, error.code);
		throw error;
	}
}

/** Whether certainly nothing was bought, and retrying unchanged would not help. */
function isRefusal({ status, mayHaveBeenCharged }: PackshotError): boolean {
	return !mayHaveBeenCharged && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

/** Finishes what an earlier run began: its order may or may not have been placed. */
export async function settlePending(
	packshot: Packshot,
	folder: PullFolder,
	orders: readonly FolderOrder[],
	say: Say,
): Promise<void> {
	for (const order of orders) {
		const { plan, stem } = order;
		if (!plan || !isPending(order)) continue;
		const { items, max_credits } = plan.request;
		const what = `an order of ${counted(items.length, "product")} for at most ${inCredits(max_credits)}`;
		if (Date.now() - Date.parse(plan.planned_at) < KEY_HOLDS_MS) {
			say(`The previous run was stopped during ${what}: it is finished first, and not paid for twice.`);
			await makeOrder(packshot, folder, order);
		} else if (!(await adopt(packshot, folder, stem, plan))) {
			say(
				`On ${plan.planned_at} a run was stopped during ${what}: the order was not placed, or has expired.`,
			);
			await closeOrder(folder, stem, "not_found");
		}
	}
}

/** Looks for an order that may have been placed a while ago. @returns whether it was. */
async function adopt(packshot: Packshot, folder: PullFolder, stem: string, plan: Plan): Promise<boolean> {
	for await (const { name, order_id } of packshot.orders.list()) {
		if (name !== plan.request.name) continue;
		await storeMade(folder, stem, await packshot.orders.get(order_id));
		return true;
	}
	return false;
}

/** Asks the service whether orders with something left to fetch still exist, and closes those that do not. */
export async function closeExpired(
	packshot: Packshot,
	folder: PullFolder,
	orders: readonly FolderOrder[],
	say: Say,
): Promise<void> {
	for (const order of orders) {
		const { stem, made, closed } = order;
		if (!made || closed !== undefined || (await isFetched(folder, order))) continue;
		try {
			await packshot.orders.get(made.order_id);
		} catch (error) {
			if (!isPackshotError(error, "not_found")) throw error;
			await closeOrder(folder, stem, "expired");
			const bought = `${made.order_id}, bought on ${made.created_at.slice(0, 10)}`;
			say(`${bought}, expired before all of it was fetched: what is missing is offered again.`);
		}
	}
}
