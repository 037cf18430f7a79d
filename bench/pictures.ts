/*
 * `npm run bench:pictures`: the cost of delivering and importing pictures. Writes the tables of docs/marking-figures.md; needs a built service and a
 * machine without other load.
 *
 *   --quick   fewer and shorter rounds, prints only
 */
import { parseArgs } from "node:util";
import { writeBetweenMarkers } from "../scripts/write-between-markers.ts";
import { speedTables } from "./pictures/speed.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
for (const [name, text] of Object.entries(await speedTables(values.quick))) {
	console.log(`\n${name}\n\n${text}`);
	if (!values.quick) writeBetweenMarkers("../docs/marking-figures.md", name, text);
}
