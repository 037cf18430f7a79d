import { Anchor, Group, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router";
import type { ImportSummary } from "../../../api/routes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { metadataName } from "../../../format/metadata-words.ts";
import { VARIANT_NAMES } from "../../../format/product-words.ts";
import { type Column, DataTable } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { Thumbnail } from "../../../parts/Thumbnail.tsx";
import classes from "./Imports.module.css";

type Value = ImportSummary["values_lost"]["examples"][number];
type Form = ImportSummary["matched"]["examples"][number];
type Edited = ImportSummary["values_edited"]["examples"][number];
type Absent = ImportSummary["absent"]["examples"][number];
type Found = ImportSummary["new_products"]["examples"][number];

interface ChangedValuesProps {
	readonly summary: ImportSummary;
	/** Whether it reports what was done rather than a dry run. */
	readonly isDone: boolean;
}

const text = (words: string) => <bdi dir="auto">{words}</bdi>;
const product: Column<Value> = {
	name: "Product",
	isTitle: true,
	cell: ({ barcode, thumbnail }) => (
		<Anchor className={classes.product} component={Link} to={`/admin/catalogue/${barcode}`}>
			<Thumbnail name="" sizePx={40} version={thumbnail} />
			{barcode}
		</Anchor>
	),
};
const field: Column<Value> = { name: "Field", cell: (row) => metadataName(row.field) };
const LOST: readonly Column<Value>[] = [
	product,
	field,
	{ name: "Value", cell: ({ before }) => text(before) },
];
const CHANGED: readonly Column<Value>[] = [
	product,
	field,
	{ name: "Before", cell: ({ before }) => text(before) },
	{ name: "After", cell: ({ after }) => text(after ?? "") },
];
const productLink = (barcode: string) => (
	<Anchor component={Link} to={`/admin/catalogue/${barcode}`}>
		{barcode}
	</Anchor>
);
const EDITED: readonly Column<Edited>[] = [
	{ name: "Product", isTitle: true, cell: ({ barcode }) => productLink(barcode) },
	{ name: "Field", cell: (row) => metadataName(row.field) },
	{ name: "Edited value", cell: ({ before }) => text(before) },
	{ name: "In the file", cell: ({ after }) => text(after ?? "") },
	{
		name: "Edited",
		cell: ({ edited_by, edited_at }) => (
			<>
				by {text(edited_by ?? "the command line")} on <Moment at={edited_at} />
			</>
		),
	},
];
const ABSENT: readonly Column<Absent>[] = [
	{ name: "Product", isTitle: true, cell: ({ barcode }) => productLink(barcode) },
	{ name: "Last delivered", cell: ({ delivered_at }) => <Moment at={delivered_at} /> },
];
const formsBeside = (product: string): readonly Column<Form>[] => [
	{ name: "In the file", isTitle: true, cell: ({ barcode }) => barcode },
	{ name: product, cell: (row) => row.product },
	{ name: "Where", cell: ({ source, line }) => <Where line={line} source={source} /> },
];
const FORMS = formsBeside("Product");
const SHORT = formsBeside("With its zeros");
const FOUND: readonly Column<Found>[] = [
	{ name: "Barcode", isTitle: true, cell: ({ barcode }) => barcode },
	{ name: "Where", cell: ({ source, line }) => <Where line={line} source={source} /> },
];
const placeKey = ({ source, line, barcode }: Found) => `${source} ${line} ${barcode}`;

function Where({ source, line }: Pick<Form, "source" | "line">) {
	return (
		<>
			{text(source)}
			{line === null ? null : `, line ${line}`}
		</>
	);
}

/** Barcodes that were filled up, or that a person should look at, and what a dry run would create, with examples. */
function ImportedBarcodes({ summary, isDone }: ChangedValuesProps) {
	return (
		<>
			<Examples
				columns={SHORT}
				description={`A spreadsheet took the leading zeros of these barcodes. ${isDone ? "They were" : "They would be"} filled up.`}
				list={summary.filled_up}
				name="Barcodes filled up"
				rowKey={placeKey}
			/>
			<Examples
				columns={SHORT}
				description="These barcodes may have lost leading zeros, but too few of their column do: they stay as they are."
				list={summary.looks_shortened}
				name="Barcodes that look too short"
				rowKey={placeKey}
			/>
			<Examples
				columns={FOUND}
				description="The last digit does not fit the others: probably a misprint."
				list={summary.wrong_check_digits}
				name="Wrong check digits"
				rowKey={placeKey}
			/>
			<Examples
				columns={FOUND}
				description={`Products that ${isDone ? "are" : "would be"} new in the catalogue.`}
				list={summary.new_products}
				name="New products"
				rowKey={placeKey}
			/>
			<Examples
				columns={FOUND}
				description="New products of which there is nothing but a picture: is its name right?"
				list={summary.only_pictured}
				name="New products with a picture alone"
				rowKey={placeKey}
			/>
		</>
	);
}

/** Stored values that are erased or replaced, and barcodes in another form than the catalogue's, with examples. */
export function ChangedValues({ summary, isDone }: ChangedValuesProps) {
	const { values_lost: lost, values_changed: changed, matched, new_forms: newForms } = summary;
	return (
		<>
			<ImportedBarcodes isDone={isDone} summary={summary} />
			<Examples
				columns={LOST}
				description={
					isDone
						? "Stored values that were erased."
						: "Stored values that would be erased. Merge erases only what lists of the file leave out."
				}
				list={lost}
				name="Values lost"
				rowKey={(row) => `${row.barcode} ${row.field} ${row.before}`}
			/>
			<Examples
				columns={CHANGED}
				description={`Stored values that ${isDone ? "were" : "would be"} replaced by others.`}
				list={changed}
				name="Values changed"
				rowKey={(row) => `${row.barcode} ${row.field} ${row.before} ${row.after}`}
			/>
			<Examples
				columns={EDITED}
				description={`A person gave these their present values. ${isDone ? "What the import made of them is in the history of each product." : "They would be replaced, unless you keep them below."}`}
				list={summary.values_edited}
				name="Values that a person edited"
				rowKey={(row) => `${row.barcode} ${row.field} ${row.before}`}
			/>
			<Examples
				columns={ABSENT}
				description="An earlier delivery with the same columns had these products, and this one lacks them."
				list={summary.absent}
				name="Not delivered any more"
				rowKey={(row) => row.barcode}
			/>
			<ForeseenPictures pictures={summary.pictures} />
			<Examples
				columns={FORMS}
				description="The catalogue has these products in another form of the barcode, mostly with other leading zeros."
				list={matched}
				name="Found by their GTIN"
				rowKey={placeKey}
			/>
			<Examples
				columns={FORMS}
				description="The file has these new products in two forms of one barcode. They are not joined: correct the file, or merge them in the work list."
				list={newForms}
				name="New products in two forms"
				rowKey={placeKey}
			/>
		</>
	);
}

interface ExamplesProps<Row> {
	readonly name: string;
	readonly description: string;
	readonly list: { readonly count: number; readonly examples: readonly Row[] };
	readonly columns: readonly Column<Row>[];
	readonly rowKey: (row: Row) => string;
}

function Examples<Row>({ name, description, list, columns, rowKey }: ExamplesProps<Row>) {
	const { count, examples } = list;
	if (count === 0) return null;
	const more = count > examples.length ? ` The first ${countInWords(examples.length, "example")}:` : "";
	return (
		<Surface description={`${description}${more}`} flush title={`${name} (${formatCount(count)})`}>
			<DataTable columns={columns} isDense name={name} rowKey={rowKey} rows={examples} />
		</Surface>
	);
}

type Pictures = ImportSummary["pictures"];

const SIDE_PX = 96;

/** The first pictures that an import would add or replace, beside those that they would replace. */
function ForeseenPictures({ pictures: { count, examples } }: { readonly pictures: Pictures }) {
	if (count === 0) return null;
	const more = count > examples.length ? ` The first ${countInWords(examples.length, "picture")}:` : "";
	return (
		<Surface
			description={`Pictures that would be added, or would replace the one on the left.${more}`}
			title={`Pictures (${formatCount(count)})`}
		>
			<Group align="flex-start" component="ul" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
				{examples.map((picture) => (
					<li key={`${picture.source} ${picture.barcode} ${picture.variant}`}>
						<Foreseen picture={picture} />
					</li>
				))}
			</Group>
		</Surface>
	);
}

function Foreseen({ picture }: { readonly picture: Pictures["examples"][number] }) {
	const { barcode, variant, replaces, thumbnail, source } = picture;
	return (
		<Stack component="figure" gap={6} m={0} maw="14rem">
			<Group gap={8} wrap="nowrap">
				{replaces === null ? null : (
					<>
						<Thumbnail name="Now" sizePx={SIDE_PX} version={replaces} />
						<IconArrowRight aria-label="is replaced by" size={18} />
					</>
				)}
				<img alt={source} height={SIDE_PX} src={thumbnail} style={{ objectFit: "contain" }} width={SIDE_PX} />
			</Group>
			<Text component="figcaption" size="sm">
				{replaces === null ? barcode : productLink(barcode)}
				<div>{VARIANT_NAMES[variant]}</div>
				<Text c="dimmed" component="bdi" size="xs" style={{ overflowWrap: "anywhere" }}>
					{source}
				</Text>
			</Text>
		</Stack>
	);
}
