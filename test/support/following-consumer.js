/**
 * A consumer of the feed of changes that may be killed at any moment: `node following-consumer.js API TOKEN FILE [end]`. Its copy and its
 * cursor are in one file, which is replaced atomically. With `end`, it exits once it has caught up.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const [, , api, token, file, until] = process.argv;
const call = async (path) => {
	const answer = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } });
	if (answer.status === 404) return undefined;
	if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
	return answer.json();
};

const state = JSON.parse(readFileSync(file, "utf8"));
for (;;) {
	const wait = until === "end" ? 0 : 1;
	const page = await call(`/changes?limit=40&wait=${wait}&cursor=${state.cursor}`);
	for (const { barcode, removed } of page.data) {
		const product = removed ? undefined : await call(`/products/${barcode}?include=info,nutrition`);
		if (product) {
			const { brand, updated_at, nutrition } = product.product_meta;
			state.products[barcode] = { brand, updated_at, nutrition };
		} else delete state.products[barcode];
		state.seen++;
	}
	state.cursor = page.next_cursor;
	writeFileSync(`${file}.new`, JSON.stringify(state));
	renameSync(`${file}.new`, file);
	if (until === "end" && !page.has_more) break;
}
