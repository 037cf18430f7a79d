import { readFileSync, writeFileSync } from "node:fs";
import { RETIRED_BITS } from "../src/catalogue/fields/declared-fields.ts";
import type { KeyBits } from "../src/catalogue/fields/field-kinds.ts";
import { METADATA_KEYS } from "../src/catalogue/fields/fields.ts";
import { bitsOfKey } from "../src/catalogue/fields/masks.ts";

/** Adds the bits of new metadata fields to docs/metadata-bits.json. Refuses to change existing entries. */
const file = new URL("../docs/metadata-bits.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<string, KeyBits>;
const bits = { ...Object.fromEntries(METADATA_KEYS.map((key) => [key, bitsOfKey(key)])), ...RETIRED_BITS };
for (const [key, { column, mask }] of Object.entries(recorded)) {
	const now = bits[key];
	if (now?.column === column && now.mask === mask) continue;
	throw new Error(`${key} has bit ${mask} of ${column} for ever: keep it, or move it to RETIRED_BITS`);
}
const lines = Object.entries(bits).map(
	([key, place]) => `\t"${key}": { "column": "${place?.column}", "mask": ${place?.mask} }`,
);
writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
