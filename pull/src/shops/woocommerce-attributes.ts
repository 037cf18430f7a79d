import { listed, WOOCOMMERCE_ATTRIBUTES } from "../../../src/orders/shop-files/woocommerce.ts";
import type { OneRowChange } from "./one-row-export.ts";
import { isKnown } from "./own-cells.ts";
import { comparable } from "./own-paragraphs.ts";
import type { ExportColumn, ExportMatch, ExportTable } from "./shop-export.ts";

/** Columns of an attribute, in the order of WooCommerce's export: in any language, `attribute` has these letters. */
interface AttributeColumns {
	readonly name: ExportColumn;
	readonly value: ExportColumn;
	readonly visible: ExportColumn | undefined;
	readonly others: readonly ExportColumn[];
}

const NUMBERED = /attribut|atribut|מאפיין|תכונה/i;

/** Attributes that tell of certificates alone: whatever stands in them is ours, also if the folder does not know it. */
const OF_CERTIFICATES: readonly string[] = WOOCOMMERCE_ATTRIBUTES.slice(0, 2).map(({ name }) => name);

/**
 * Corrections of the attributes that our file of new products made. An import replaces all attributes of a product by those in the file, and leaves
 * them where the file names none: so one that has nothing to say stays, empty and hidden.
 */
export function attributeChanges(table: ExportTable): OneRowChange[] {
	return attributesOf(table).flatMap((columns): OneRowChange[] => {
		const unchanged = (column: ExportColumn): OneRowChange => ({
			column: column.name,
			group: "attributes",
			cell: () => undefined,
		});
		const values = (match: ExportMatch) => correctedValues(columns, match);
		return [
			unchanged(columns.name),
			{ ...unchanged(columns.value), cell: (match) => values(match)?.join(", ") },
			...(columns.visible
				? [{ ...unchanged(columns.visible), cell: (match: ExportMatch) => shown(values(match)) }]
				: []),
			...columns.others.map(unchanged),
		];
	});
}

const shown = (values: readonly string[] | undefined) => values && (values.length === 0 ? "0" : "1");

/** @returns escaped values; undefined where there is nothing to change */
function correctedValues({ name, value }: AttributeColumns, match: ExportMatch): string[] | undefined {
	const { row, product, before } = match;
	const attribute = WOOCOMMERCE_ATTRIBUTES.find((one) => one.name === comparable(name.of(row)));
	if (!attribute) return undefined;
	const escaped = (values: readonly string[]) => values.map((each) => listed([each]));
	const cellOf = (version: Parameters<typeof attribute.values>[0]) =>
		comparable(listed(attribute.values(version)));
	const theirs = comparable(value.of(row));
	const isOfCertificates = OF_CERTIFICATES.includes(attribute.name);
	if (isOfCertificates ? !isKnown(match, "hechshers") : !before.some((version) => cellOf(version) === theirs))
		return undefined;
	const now = cellOf(product);
	const isSame = theirs === now && before.every((version) => cellOf(version) === now);
	return isSame ? undefined : escaped(attribute.values(product));
}

function attributesOf(table: ExportTable): AttributeColumns[] {
	const groups = new Map<string, ExportColumn[]>();
	for (const column of table.columns) {
		const number = NUMBERED.test(column.name) ? /\d+/.exec(column.name)?.[0] : undefined;
		if (number !== undefined) groups.set(number, [...(groups.get(number) ?? []), column]);
	}
	return [...groups.values()].flatMap(([name, value, visible, ...others]) =>
		name && value ? [{ name, value, visible, others }] : [],
	);
}
