import { Alert, Select } from "@mantine/core";
import { countInWords } from "../../format/credits.ts";
import classes from "./Lists.module.css";
import type { ListChoices, ReadTable } from "./read-list.ts";

interface TableChoicesProps {
	readonly table: ReadTable;
	readonly onChoose: (choices: ListChoices) => void;
}

/** How a table was read, and the choice of another column or sheet. */
export function TableChoices({ table, onChoose }: TableChoicesProps) {
	const { words, column, columns, sheet, otherSheets } = table;
	return (
		<Alert color="petrol" title="Read as a table" variant="light">
			<p className={classes.notice}>
				<bdi>{words}</bdi>
			</p>
			<div className={classes.choices}>
				<Select
					allowDeselect={false}
					data={columns.map(({ number, name, barcodes }) => ({
						value: String(number),
						label: `${name === "" ? `Column ${number}` : name} (${countInWords(barcodes, "barcode")})`,
					}))}
					label="Column with the barcodes"
					onChange={(chosen) =>
						onChoose({ column: Number(chosen), ...(sheet === undefined ? {} : { sheet }) })
					}
					value={String(column.number)}
				/>
				{sheet !== undefined && otherSheets.length > 0 ? (
					<Select
						allowDeselect={false}
						data={[sheet, ...otherSheets]}
						label="Sheet"
						onChange={(chosen) => onChoose(chosen === null ? {} : { sheet: chosen })}
						value={sheet}
					/>
				) : null}
			</div>
		</Alert>
	);
}
