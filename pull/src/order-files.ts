import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Order, OrderedProduct, OrderItem, OrderRequest, Variant } from "@packshot/sdk";
import { ifThere, type PullFolder, readJson } from "./folder.ts";
import { EXIT, PullStopped } from "./stopped.ts";

/** An order about to be sent, stored beforehand: resent with the same key, it is never paid for twice. */
export interface Plan {
	readonly key: string;
	readonly planned_at: string;
	/** Whether its pictures take the place of those in the folder. */
	readonly replaces?: boolean;
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

/** An order of which the folder has something: one that it placed, or one that its key placed from elsewhere. */
export interface FolderOrder {
	/** Name of its files: `order-0001`, where the number is assigned once, to the run that writes its plan first, or `held-ord_…`. */
	readonly stem: string;
	/** Absent if it was placed from elsewhere. */
	readonly plan?: Plan;
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

const stemOf = (number: number) => `order-${String(number).padStart(4, "0")}`;

const fileOf = ({ state }: PullFolder, stem: string, what: string) => join(state, `${stem}.${what}`);

/** The products that orders have something of. */
export function boughtIn(orders: readonly FolderOrder[]): string[] {
	return orders.flatMap(
		({ made }) => made?.lines.flatMap(({ found, barcode }) => (found ? [barcode] : [])) ?? [],
	);
}

/** All orders of the folder: those placed from elsewhere, then its own, each oldest first. */
export async function readOrders(folder: PullFolder): Promise<FolderOrder[]> {
	const names = await readdir(folder.state);
	const own = names.flatMap((name) => /^order-(\d+)\.plan\.json$/.exec(name)?.[1] ?? []).map(Number);
	const held = names.flatMap((name) => /^(held-ord_\w+)\.made\.json$/.exec(name)?.[1] ?? []);
	const stems = [...held.sort(), ...own.sort((one, other) => one - other).map(stemOf)];
	return Promise.all(stems.map((stem) => readOrder(folder, stem)));
}

/** How many orders the folder has placed, or begun to place. */
export function placedIn(orders: readonly FolderOrder[]): number {
	return Math.max(0, ...orders.map(({ stem }) => Number(/^order-(\d+)$/.exec(stem)?.[1] ?? 0)));
}

async function readOrder(folder: PullFolder, stem: string): Promise<FolderOrder> {
	const optional = <T>(what: string, read: (file: string) => Promise<T>) =>
		ifThere(read(fileOf(folder, stem, what)));
	const [plan, made, closed, products] = await Promise.all([
		optional("plan.json", readJson<Plan>),
		optional("made.json", readJson<MadeOrder>),
		optional("closed.json", readJson<{ readonly reason: string }>),
		optional("products.ndjson", readNdjson<StoredProduct>),
	]);
	return {
		stem,
		...(plan ? { plan } : {}),
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
	{
		label,
		replaces = false,
		...request
	}: Omit<Plan["request"], "name"> & { readonly label: string; readonly replaces?: boolean },
): Promise<FolderOrder> {
	const key = randomBytes(20).toString("hex");
	const name = `${label}, packshot-pull ${key.slice(0, 12)}`;
	const plan: Plan = { key, planned_at: new Date().toISOString(), replaces, request: { ...request, name } };
	const stem = stemOf(number);
	if (await folder.files.create(fileOf(folder, stem, "plan.json"), `${JSON.stringify(plan)}\n`))
		return { stem, plan };
	throw new PullStopped(
		EXIT.failed,
		`another packshot-pull is buying into ${folder.path}: wait until it has finished`,
	);
}

/** Stores that an order was placed. */
export async function storeMade(folder: PullFolder, stem: string, order: MadeOrder): Promise<void> {
	const { order_id, created_at, expires_at, credits, lines } = order;
	const made: MadeOrder = { order_id, created_at, expires_at, credits, lines };
	await folder.files.write(fileOf(folder, stem, "made.json"), `${JSON.stringify(made)}\n`);
}

/** Stores that nothing can be fetched from an order. */
export async function closeOrder(folder: PullFolder, stem: string, reason: string): Promise<void> {
	await folder.files.write(fileOf(folder, stem, "closed.json"), `${JSON.stringify({ reason })}\n`);
}

/** Stores what an order bought. */
export async function storeProducts(
	folder: PullFolder,
	stem: string,
	products: readonly StoredProduct[],
): Promise<void> {
	const lines = products.map((product) => `${JSON.stringify(product)}\n`);
	await folder.files.write(fileOf(folder, stem, "products.ndjson"), lines.join(""));
}

/**
 * Stores what the folder takes from an order that was placed from elsewhere, in place of what it took before. It cost the folder nothing.
 */
export async function storeHeld(folder: PullFolder, order: MadeOrder): Promise<void> {
	const stem = `held-${order.order_id}`;
	// First of all: what is fetched of it so far is not all of it any more.
	await rm(fileOf(folder, stem, "products.ndjson"), { force: true });
	await storeMade(folder, stem, {
		...order,
		credits: 0,
		lines: order.lines.map((line) => ({ ...line, credits: 0 })),
	});
}
