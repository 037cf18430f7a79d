import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { newIdempotencyKey } from "../idempotency-key.ts";
import type { Order, OrderedProduct } from "../order-types.ts";
import type { OrderItem, OrderRequest } from "../orders.ts";
import type { Variant } from "../product-types.ts";
import { type PullFolder, readJson } from "./folder.ts";
import { EXIT, PullStopped } from "./stopped.ts";

/** What will be sent to buy something, stored before it is sent: repeated with its key it is never paid for twice. */
export interface Plan {
	readonly key: string;
	readonly planned_at: string;
	readonly request: OrderRequest & {
		readonly items: readonly OrderItem[];
		readonly max_credits: number;
		readonly name: string;
	};
}

/** An order as the service answered it. */
export type MadeOrder = Pick<Order, "order_id" | "created_at" | "expires_at" | "credits" | "lines">;

/** A product of an order as it is stored: its signed URLs are good for one use and are not. */
export interface StoredProduct extends Omit<OrderedProduct, "images"> {
	/** Pictures that there were when it was fetched. */
	readonly pictures: readonly Variant[];
}

/** An order of this folder. Its number is taken once, by whoever writes its plan first. */
export interface FolderOrder {
	readonly number: number;
	readonly plan: Plan;
	/** Missing while it is not known whether it was made. */
	readonly made?: MadeOrder;
	/** Why nothing can be fetched by it: it was refused, or it expired. */
	readonly closed?: string;
	readonly products?: readonly StoredProduct[];
}

/** Whether an order may have been made, or not: its answer did not come. */
export function isPending({ made, closed }: FolderOrder): boolean {
	return made === undefined && closed === undefined;
}

const fileOf = ({ state }: PullFolder, number: number, what: string) =>
	join(state, `order-${String(number).padStart(4, "0")}.${what}`);

/** All orders of the folder, the first one first. */
export async function readOrders(folder: PullFolder): Promise<FolderOrder[]> {
	const names = await readdir(folder.state);
	const numbers = names.flatMap((name) => /^order-(\d+)\.plan\.json$/.exec(name)?.[1] ?? []).map(Number);
	return Promise.all(numbers.sort((one, other) => one - other).map((number) => readOrder(folder, number)));
}

/** An order as the folder has it now. */
export async function readOrder(folder: PullFolder, number: number): Promise<FolderOrder> {
	const optional = async <T>(what: string, read: (file: string) => Promise<T>): Promise<T | undefined> => {
		try {
			return await read(fileOf(folder, number, what));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
			throw error;
		}
	};
	const [made, closed, products] = await Promise.all([
		optional("made.json", readJson<MadeOrder>),
		optional("closed.json", readJson<{ readonly reason: string }>),
		optional("products.ndjson", readNdjson<StoredProduct>),
	]);
	return {
		number,
		plan: await readJson<Plan>(fileOf(folder, number, "plan.json")),
		...(made ? { made } : {}),
		...(closed ? { closed: closed.reason } : {}),
		...(products ? { products } : {}),
	};
}

async function readNdjson<T>(file: string): Promise<T[]> {
	const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
	return lines.map((line) => JSON.parse(line));
}

/**
 * Stores what is about to be ordered, under the next number.
 * @throws PullStopped when another run took that number: what it buys was not considered.
 */
export async function planOrder(
	folder: PullFolder,
	number: number,
	{ label, ...request }: Omit<Plan["request"], "name"> & { readonly label: string },
): Promise<FolderOrder> {
	const key = newIdempotencyKey();
	const name = `${label}, packshot-pull ${key.slice(0, 12)}`;
	const plan: Plan = { key, planned_at: new Date().toISOString(), request: { ...request, name } };
	if (await folder.files.create(fileOf(folder, number, "plan.json"), `${JSON.stringify(plan)}\n`))
		return { number, plan };
	throw new PullStopped(
		EXIT.failed,
		`another packshot-pull is buying into ${folder.path}: wait until it has ended`,
	);
}

/** Stores that an order was made. */
export async function storeMade(folder: PullFolder, number: number, order: MadeOrder): Promise<void> {
	const { order_id, created_at, expires_at, credits, lines } = order;
	const made: MadeOrder = { order_id, created_at, expires_at, credits, lines };
	await folder.files.write(fileOf(folder, number, "made.json"), `${JSON.stringify(made)}\n`);
}

/** Stores that nothing can be fetched by an order. */
export async function closeOrder(folder: PullFolder, number: number, reason: string): Promise<void> {
	await folder.files.write(fileOf(folder, number, "closed.json"), `${JSON.stringify({ reason })}\n`);
}

/** Stores what an order bought. */
export async function storeProducts(
	folder: PullFolder,
	number: number,
	products: readonly StoredProduct[],
): Promise<void> {
	const lines = products.map((product) => `${JSON.stringify(product)}\n`);
	await folder.files.write(fileOf(folder, number, "products.ndjson"), lines.join(""));
}
