import { isPackshotError, type PackshotError } from "../errors.ts";
import type { Packshot } from "../packshot.ts";
import { counted, inCredits } from "./amounts.ts";
import type { PullFolder } from "./folder.ts";
import { isFetched } from "./holdings.ts";
import { closeOrder, type FolderOrder, isPending, storeMade } from "./order-files.ts";
import type { Say } from "./progress.ts";

/** A key holds for as long as its order can be fetched, which is a day at least (SPEC E8). */
const KEY_HOLDS_MS = 23 * 60 * 60 * 1000;

/** Buys what is planned. Repeated, also by a later run, it buys nothing further. @throws PackshotError when it is refused, which the folder then knows. */
export async function makeOrder(
	packshot: Packshot,
	folder: PullFolder,
	{ number, plan }: FolderOrder,
): Promise<void> {
	try {
		const order = await packshot.orders.create(plan.request, { idempotencyKey: plan.key });
		await storeMade(folder, number, order);
	} catch (error) {
		if (isPackshotError(error) && isRefusal(error)) await closeOrder(folder, number, error.code);
		throw error;
	}
}

/** Whether nothing was bought for certain, and trying again as it is would change nothing. */
function isRefusal({ status, mayHaveBeenCharged }: PackshotError): boolean {
	return !mayHaveBeenCharged && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

/** Ends what an earlier run began: its order may have been made, or not. */
export async function settlePending(
	packshot: Packshot,
	folder: PullFolder,
	orders: readonly FolderOrder[],
	say: Say,
): Promise<void> {
	for (const order of orders) {
		if (!isPending(order)) continue;
		const { plan, number } = order;
		const { items, max_credits } = plan.request;
		const what = `an order of ${counted(items.length, "product")} for at most ${inCredits(max_credits)}`;
		if (Date.now() - Date.parse(plan.planned_at) < KEY_HOLDS_MS) {
			say(`The run before was stopped during ${what}: it is finished first, and never paid for twice.`);
			await makeOrder(packshot, folder, order);
		} else if (!(await adopt(packshot, folder, order))) {
			say(`On ${plan.planned_at} a run was stopped during ${what}: it was not made, or has expired.`);
			await closeOrder(folder, number, "not_found");
		}
	}
}

/** Looks for an order that may have been made a while ago. @returns whether it was. */
async function adopt(
	packshot: Packshot,
	folder: PullFolder,
	{ number, plan }: FolderOrder,
): Promise<boolean> {
	for await (const { name, order_id } of packshot.orders.list()) {
		if (name !== plan.request.name) continue;
		await storeMade(folder, number, await packshot.orders.get(order_id));
		return true;
	}
	return false;
}

/** Asks the service whether orders with something left to fetch are still there, and says which are not. */
export async function closeExpired(
	packshot: Packshot,
	folder: PullFolder,
	orders: readonly FolderOrder[],
	say: Say,
): Promise<void> {
	for (const order of orders) {
		const { number, made, closed } = order;
		if (!made || closed !== undefined || (await isFetched(folder, order))) continue;
		try {
			await packshot.orders.get(made.order_id);
		} catch (error) {
			if (!isPackshotError(error, "not_found")) throw error;
			await closeOrder(folder, number, "expired");
			const bought = `${made.order_id}, bought on ${made.created_at.slice(0, 10)}`;
			say(`${bought}, has expired before all of it was fetched: what is missing is offered again.`);
		}
	}
}
