import type { Review } from "../../../api/routes.ts";
import { fieldName, fieldText } from "../../../format/metadata-words.ts";
import { productWord } from "../../../format/products.ts";
import { type Column, DataTable } from "../../../parts/Listing.tsx";
import classes from "./Review.module.css";

type Change = Review["changes"][number];

interface FieldChangesProps {
	readonly changes: readonly Change[];
	readonly state: Review["state"];
}

/** The proposed fields, each beside its current value. */
export function FieldChanges({ changes, state }: FieldChangesProps) {
	return (
		<section aria-label="Facts" className={classes.facts}>
			<h3>Facts</h3>
			<DataTable
				columns={columnsFor(state === "waiting" && changes.some(({ is_stale }) => is_stale))}
				name="Facts"
				rowKey={({ key }) => key}
				rows={changes}
			/>
		</section>
	);
}

function columnsFor(hasStale: boolean): readonly Column<Change>[] {
	return [
		{ name: "Field", isTitle: true, cell: ({ key }) => <FieldOf name={key} /> },
		...(hasStale
			? [
					{
						name: "When proposed",
						cell: (change: Change) =>
							change.is_stale ? (
								<Value value={change.seen} />
							) : (
								<span className={classes.quiet}>As today</span>
							),
					},
				]
			: []),
		{ name: "Today", cell: ({ today }) => <Value value={today} /> },
		{
			name: "Proposed",
			cell: ({ today, proposed }) =>
				JSON.stringify(today) === JSON.stringify(proposed) ? (
					<span className={classes.quiet}>The same</span>
				) : (
					<ins className={classes.proposed}>
						<Value value={proposed} />
					</ins>
				),
		},
	];
}

function FieldOf({ name }: { readonly name: string }) {
	const [scope = ""] = name.split(".");
	return (
		<>
			{fieldName(name)}
			{name === scope ? null : <span className={classes.scope}>{productWord(scope)}</span>}
		</>
	);
}

function Value({ value }: { readonly value: unknown }) {
	const text = fieldText(value);
	if (text === null) return <span className={classes.quiet}>Nothing</span>;
	return (
		<bdi className={classes.value} dir="auto">
			{text}
		</bdi>
	);
}
