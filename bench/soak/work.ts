import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Caller, textOf } from "./caller.ts";
import { noteCharge, noteWrong, type Seen } from "./told.ts";

/** What callers do repeatedly. */
export interface Work {
	readonly barcodes: readonly string[];
	/** Barcodes of products with pictures. */
	readonly pictured: readonly string[];
	readonly seen: Seen;
	readonly isOver: () => boolean;
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

const INCLUDES = ["", "?include=info", "?include=info,hechshers,nutrition", "?include=images&variants=front"];

/** Billed reads of all kinds, single and HEAD. */
export async function read(caller: Caller, { barcodes }: Work): Promise<void> {
	const expected = [200, 404];
	await caller.call("read", `/products/${any(barcodes)}${any(INCLUDES)}`, { expected });
	await caller.call("head", `/products/${any(barcodes)}`, { method: "HEAD", expected });
	await caller.call("listing", `/products?per_page=50&page=${1 + Math.floor(Math.random() * 5)}`);
}

/** Buys once under an idempotency key, retrying until it is answered. */
async function once(
	caller: Caller,
	work: Work,
	kind: string,
	path: string,
	json: unknown,
	status: number,
): Promise<Answer | undefined> {
	const headers = { "idempotency-key": randomUUID() };
	while (!work.isOver()) {
		const answer = await caller.call(kind, path, { json, headers, expected: [status] });
		if (answer?.status === status) {
			const { meta } = JSON.parse(textOf(answer));
			noteCharge(caller.told, meta.request_id, meta.credits_debited);
			return answer;
		}
		await sleep(200);
	}
	return undefined;
}

export async function checkInBulk(caller: Caller, work: Work): Promise<void> {
	const barcodes = Array.from({ length: 20 }, () => any(work.barcodes));
	await once(caller, work, "bulk", "/products/bulk-check", { barcodes }, 200);
	await once(caller, work, "metadata bulk", "/metadata/bulk-check", { barcodes }, 200);
}

/** Fetches a picture by its signed URL, then the same URL again, which must be refused. */
export async function look(caller: Caller, { pictured, seen }: Work): Promise<void> {
	const barcode = any(pictured);
	const path = `/products/${barcode}/image?variant=${any(["front", "front_clean"])}`;
	const redirect = await caller.call("redirect", path, { expected: [302] });
	const location = redirect?.status === 302 ? redirect.headers.get("location") : undefined;
	if (!location) return;
	const picture = await caller.call("picture", pathOf(location), { signed: true });
	if (picture?.status !== 200) return;
	if (picture.bytes.length !== Number(picture.headers.get("content-length")))
		noteWrong(seen, `short: ${path}`);
	const again = await caller.call("picture again", pathOf(location), { signed: true, expected: [] });
	if (again?.status === 200) noteWrong(seen, `used twice: ${location}`);
}

/** Orders a whole list, and fetches its archive. */
export async function order(caller: Caller, work: Work): Promise<void> {
	const items = Array.from({ length: 8 }, () => ({ barcode: any(work.pictured) }));
	const made = await once(caller, work, "order", "/orders", { items }, 201);
	if (!made) return;
	const { order_id } = JSON.parse(textOf(made));
	await caller.call("order products", `/orders/${order_id}/products?per_page=10`);
	const redirect = await caller.call("archive redirect", `/orders/${order_id}/archive`, { expected: [302] });
	const location = redirect?.status === 302 ? redirect.headers.get("location") : undefined;
	if (!location) return;
	const archive = await caller.call("archive", pathOf(location), { signed: true });
	if (archive?.status === 200 && archive.bytes.subarray(-22, -18).join() !== "80,75,5,6")
		noteWrong(work.seen, `an archive without an end: ${order_id}`);
}

/** The node that issued a URL may be gone; the other one serves it as well. */
function pathOf(location: string): string {
	const { pathname, search } = new URL(location, "http://127.0.0.1");
	return pathname.replace(/^\/api\/v1/, "") + search;
}
