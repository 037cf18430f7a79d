/*
 * npx tsdown && npx tsx bench/mixed-leaks.ts: how many of ten clients who mixed their copies of one picture `packshot trace` names, and whether it
 * names anybody else, on an installation with many clients.
 *
 *   --products N   each as JPEG and as cut-out of 900×900 pixels (5)
 *   --clients N    clients of the installation (100000)
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoProducts } from "@packshot/demo/catalogue";
import sharp from "sharp";
import { collusion } from "../marking/bench/attacks.ts";
import { harderAttacks } from "../marking/bench/harder-attacks.ts";
import { type Caller, signedIn } from "./caller.ts";
import { table } from "./markdown-table.ts";
import { benchFolder, ports, runPackshot, startPackshot } from "./processes.ts";
import { importPackshots } from "./search/imported-packshots.ts";
import { openSearched } from "./search/searched-database.ts";

const SIDE_PX = 900;
const COLLUDERS = 10;
/** Mixes packages and unpacked produce; coprime to the number of products. */
const STRIDE = 23;
const NAMED_BELOW = 1e-6;
const variants = ["front", "front_clean"] as const;
const attacks = [
	collusion(`average of ${COLLUDERS}`, COLLUDERS),
	...["minimum", "maximum", "median", "random pixels", "mosaic"].flatMap((name) =>
		harderAttacks.filter((attack) => attack.name === `${name} of ${COLLUDERS}`),
	),
];

const { values: options } = parseArgs({
	options: {
		products: { type: "string", default: "5" },
		clients: { type: "string", default: "100000" },
	},
});
const { folder } = benchFolder();

const all = demoProducts();
const products = Array.from(
	{ length: Number(options.products) },
	(_, i) => all[(i * STRIDE) % all.length] as (typeof all)[number],
);
const barcodes = await importPackshots(folder, products, SIDE_PX);
const server = await startPackshot(folder, ports.images);
const colluders: Caller[] = [];
for (let i = 0; i < COLLUDERS; i++) colluders.push(await signedIn(folder, ports.images));
const copies = await copiesOfAll();
await server.stop();
const database = await openSearched(folder, {});
await database.addClients(Number(options.clients));
await database.close();
const guilty = new Set(colluders.map(({ credentials }) => credentials.client_id));
const rows: string[][] = [];
for (const attack of attacks) {
	const row = [attack.name];
	let others = 0;
	for (const variant of variants) {
		const named: number[] = [];
		for (const [i, barcode] of barcodes.entries()) {
			const leak = join(folder, "leak.jpg");
			writeFileSync(leak, await attack.apply(copies.get(`${barcode} ${variant}`) as Buffer[], i + 1));
			const accused = accusedOf(leak, barcode, variant);
			named.push(accused.filter((id) => guilty.has(id)).length);
			others += accused.filter((id) => !guilty.has(id)).length;
		}
		row.push(named.join(", "));
	}
	rows.push([...row, String(others)]);
}
const head = [`copies of ${COLLUDERS}`, "named on JPEGs", "named on cut-outs", "others named"];
console.log(table(head, rows));

/** What every colluder was sent, by barcode and variant, as opaque PNGs. */
async function copiesOfAll(): Promise<Map<string, Buffer[]>> {
	const sent = new Map<string, Buffer[]>();
	for (const barcode of barcodes)
		for (const variant of variants)
			sent.set(
				`${barcode} ${variant}`,
				await Promise.all(colluders.map((one) => copyOf(one, barcode, variant))),
			);
	return sent;
}

async function copyOf({ authorization }: Caller, barcode: string, variant: string): Promise<Buffer> {
	const url = `http://127.0.0.1:${ports.images}/api/v1/products/${barcode}/image?variant=${variant}`;
	const answer = await fetch(url, { headers: authorization });
	if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
	return sharp(Buffer.from(await answer.arrayBuffer()))
		.flatten({ background: "#fff" })
		.png({ compressionLevel: 1 })
		.toBuffer();
}

interface Traced {
	readonly candidates: readonly { readonly client_id: string; readonly false_positive_probability: number }[];
}

/** Whom a trace names. */
function accusedOf(leak: string, barcode: string, variant: string): string[] {
	const args = ["trace", leak, "--barcode", barcode, "--variant", variant];
	const { candidates } = runPackshot(folder, args) as Traced;
	return candidates
		.filter((one) => one.false_positive_probability < NAMED_BELOW)
		.map(({ client_id }) => client_id);
}
