/*
 * `npm run bench:pictures`: what delivering and importing pictures costs. Writes the tables of docs/marking.md; needs a built service and a
 * machine that does nothing else.
 *
 *   --quick   fewer and shorter rounds, prints only
 */
import { parseArgs } from "node:util";
import { writeSection } from "./document.ts";
import { speedTables } from "./pictures/speed.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
for (const [name, text] of Object.entries(await speedTables(values.quick))) {
	console.log(`\n${name}\n\n${text}`);
	if (!values.quick) writeSection(new URL("../docs/marking.md", import.meta.url), name, text);
}
