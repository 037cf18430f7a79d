import { Writable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonPieces, linePieces, writeAll } from "./printed-rows.ts";

const pieces = fc.array(fc.array(fc.record({ id: fc.nat(), note: fc.string() }), { maxLength: 3 }), {
	maxLength: 4,
});

async function* each<T>(lists: readonly (readonly T[])[]): AsyncGenerator<readonly T[]> {
	yield* lists;
}

async function text(strings: AsyncIterable<string>): Promise<string> {
	let whole = "";
	for await (const piece of strings) whole += piece;
	return whole;
}

const LINES = { head: "ID", text: ({ id }: { id: number }) => String(id), whenEmpty: "nothing" };

test("rows printed in pieces produce the same text as the whole list", async () => {
	await fc.assert(
		fc.asyncProperty(pieces, async (lists) => {
			const whole = lists.flat();
			const document = ({ id, note }: { id: number; note: string }) => ({ id, detail: [note, { id }] });
			const json = await text(jsonPieces(each(lists), document));
			expect(json).toBe(`${JSON.stringify(whole.map(document), null, 2)}\n`);
			const lines = await text(linePieces(each(lists), LINES));
			const expected = whole.length > 0 ? ["ID", ...whole.map(({ id }) => id)] : ["nothing"];
			expect(lines).toBe(`${expected.join("\n")}\n`);
		}),
	);
});

test("reads no faster than the output accepts", async () => {
	let read = 0;
	async function* numbers() {
		for (; read < 1000; read++) yield `${read}\n`;
	}
	let taken = 0;
	const slow = new Writable({
		highWaterMark: 1,
		write(_piece, _encoding, done) {
			expect(read).toBeLessThanOrEqual(++taken);
			setImmediate(done);
		},
	});
	await writeAll(numbers(), slow);
	expect(read).toBe(1000);
});
