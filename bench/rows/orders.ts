import { join } from "node:path";
import type { Settings } from "../administration/filling.ts";
import { onBothEngines } from "../both-engines.ts";
import { signedIn } from "../caller.ts";
import { type Figure, median } from "../figure.ts";
import { ports, startPackshot } from "../processes.ts";
import { importProducts, type Stage } from "../stage.ts";
import { atMost, type Row } from "./row.ts";

/** An order with the maximum number of lines, for products with all their metadata, on both engines. */
export const ordersRow: Row = {
	name: "orders",
	measure: (stage) => onBothEngines("orders", (engine, settings) => measureOn(stage, engine, settings)),
};

const LINES = 1000;
const LONGEST_MS = 1000;
const ORDERS = 9;

async function measureOn({ folder }: Stage, engine: string, settings: Settings): Promise<Figure[]> {
	const data = join(folder, `orders-${engine}`);
	const { barcodes } = importProducts(data, LINES, settings);
	const server = await startPackshot(data, ports.orders, settings);
	try {
		const caller = await signedIn(data, ports.orders, [], settings);
		const body = JSON.stringify({ items: barcodes.map((barcode) => ({ barcode })) });
		const times: number[] = [];
		for (let made = 0; made < ORDERS; made++) times.push((await caller.call("/orders", body)).milliseconds);
		const [first = Number.NaN] = times;
		const figure = {
			what: `an order of ${LINES.toLocaleString("en")} lines, all metadata, ${engine}`,
			measured: median(times),
			unit: "ms",
			beside: { what: "the first of all", measured: first },
		};
		return [atMost(LONGEST_MS, figure)];
	} finally {
		await server.stop();
	}
}
