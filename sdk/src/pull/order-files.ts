import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { newIdempotencyKey } from "../idempotency-key.ts";
import type { Order, OrderedProduct } from "../order-types.ts";
import type { OrderItem, OrderRequest } from "../orders.ts";
import type { Variant } from "../product-types.ts";
import { type PullFolder, readJson } from "./folder.ts";
import { EXIT, PullStopped } from "./stopped.ts";

/** An order about to be sent, stored beforehand: resent with the same key, it is never paid for twice. */
export interface Plan {
	readonly key: string;
	readonly planned_at: string;
	readonly request: OrderRequest & {
		readonly items: readonly OrderItem[];
		readonly max_credits: number;
		readonly name: string;
	};
}

/** An order as returned by the service. */
export type MadeOrder = Pick<Order, "order_id" | "created_at" | "expires_at" | "credits" | "lines">;

/** A product of an order as it is stored: without its signed URLs, which work only once. */
export interface StoredProduct extends Omit<OrderedProduct, "images"> {
	/** Pictures that existed when it was fetched. */
	readonly pictures: readonly Variant[];
}

/** An order of this folder. Its number is assigned once, to the run that writes its plan first. */
export interface FolderOrder {
	readonly number: number;
	readonly plan: Plan;
	/** Absent while it is unknown whether it was placed. */
	readonly made?: MadeOrder;
	/** Why nothing can be fetched from it: it was refused, or it has expired. */
	readonly closed?: string;
	readonly products?: readonly StoredProduct[];
}

/** Whether it is unknown if an order was placed: there was no response. */
export function isPending({ made, closed }: FolderOrder): boolean {
	return made === undefined && closed === undefined;
}

const fileOf = ({ state }: PullFolder, number: number, what: string) =>
	join(state, `order-${String(number).padStart(4, "0")}.${what}`);

/** All orders of the folder, oldest first. */
export async function readOrders(folder: PullFolder): Promise<FolderOrder[]> {
	const names = await readdir(folder.state);
	const numbers = names.flatMap((name) => /^order-(\d+)\.plan\.json$/.exec(name)?.[1] ?? []).map(Number);
	return Promise.all(numbers.sort((one, other) => one - other).map((number) => readOrder(folder, number)));
}

/** The current state of an order in the folder. */
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
 * Stores an order about to be placed, under the next number.
 * @throws PullStopped when another run has taken that number: its purchases have not been taken into account.
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
		`another packshot-pull is buying into ${folder.path}: wait until it has finished`,
	);
}

/** Stores that an order was placed. */
export async function storeMade(folder: PullFolder, number: number, order: MadeOrder): Promise<void> {
	const { order_id, created_at, expires_at, credits, lines } = order;
	const made: MadeOrder = { order_id, created_at, expires_at, credits, lines };
	await folder.files.write(fileOf(folder, number, "made.json"), `${JSON.stringify(made)}\n`);
}

/** Stores that nothing can be fetched from an order. */
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
