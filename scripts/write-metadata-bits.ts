import { readFileSync, writeFileSync } from "node:fs";
import { CATEGORY_OVERRIDE, DECLARED, RETIRED_BITS } from "../src/catalogue/fields/declared-fields.ts";
import type { FieldKind, KeyBits } from "../src/catalogue/fields/field-kinds.ts";
import { METADATA_KEYS } from "../src/catalogue/fields/fields.ts";
import { bitsOfKey } from "../src/catalogue/fields/masks.ts";
import { writeBetweenMarkers } from "./write-between-markers.ts";

/** `npm run metadata:bits`: adds the bits of new metadata fields to docs/metadata-bits.json, refusing to change existing entries, and writes their columns to docs/own-data.md. */
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

/** What the cells of a column hold, by the kind of the field and the end of the column's name. */
const CELLS: Readonly<Record<string, string>> = {
	text: "text",
	choice: "one of our values in any case; a wrong one is refused with the list of them",
	flag: "`true` or `false`, `1` or `0`, yes or no, ja or nein, `כן` or `לא`",
	texts: "`milk;eggs`",
	"nutrient.amount": "as on the label: `5 g`, `<5 mg`",
	"nutrient.dv": "percentage of the daily value: `7%`",
};

function columnRows(scope: string, fields: Readonly<Record<string, FieldKind>>): string[] {
	const names = new Map<string, string[]>();
	for (const [field, { kind, cells }] of Object.entries(fields))
		for (const { suffix } of kind === "time" ? [] : cells)
			names.set(kind + suffix, [...(names.get(kind + suffix) ?? []), `\`${scope}.${field}${suffix}\``]);
	return [...names].map(([held, columns]) => `| ${columns.join(", ")} | ${CELLS[held]} |`);
}

const { info, nutrition, ingredients, catalog_meta } = DECLARED;
const scopes = {
	info,
	nutrition,
	ingredients,
	catalog_meta: { ...catalog_meta, category: CATEGORY_OVERRIDE },
};
const rows = Object.entries(scopes).flatMap(([scope, fields]) => columnRows(scope, fields));
writeBetweenMarkers(
	"../docs/own-data.md",
	"columns",
	["| columns | cells |", "|---|---|", ...rows].join("\n"),
);
