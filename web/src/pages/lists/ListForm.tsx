import { Alert, Button, Group, Select, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { asFailure } from "../../api/failure.ts";
import { ScanButton } from "../../camera/ScanButton.tsx";
import { countInWords, formatCount } from "../../format/credits.ts";
import { isolated } from "../../format/isolated.ts";
import { ChooseFile } from "../../parts/ChooseFile.tsx";
import { useFirstInvalid } from "../../parts/Form.tsx";
import { Surface } from "../../parts/Page.tsx";
import classes from "./Lists.module.css";
import {
	type LeftOut,
	type ListChoices,
	MOST_BARCODES,
	type ReadList,
	type ReadTable,
	readFile,
	readText,
} from "./read-list.ts";

/** A list that was read, and how to read it in another way. */
interface ReadSource {
	readonly list: ReadList;
	readonly again: (choices: ListChoices) => Promise<ReadList>;
}

interface ListFormProps {
	readonly text: string;
	readonly onText: (text: string) => void;
	readonly onRead: (list: ReadList) => void;
}

/** Input of barcodes: pasted, or read from a local file, which itself is not sent anywhere. */
export function ListForm({ text, onText, onRead }: ListFormProps) {
	const [problem, setProblem] = useState<string>();
	const element = useRef<HTMLFormElement>(null);
	const { refuse } = useFirstInvalid(element);
	const [source, setSource] = useState<ReadSource>();
	const take = async (again: ReadSource["again"], choices: ListChoices = {}) => {
		try {
			const list = await again(choices);
			const found = problemOf(list);
			setProblem(found);
			// The column that was chosen is shown before continuing, and can be changed.
			const isPlain = list.table === undefined;
			setSource(isPlain ? undefined : { list, again });
			if (!isPlain) onText(list.barcodes.join("\n"));
			if (found !== undefined) refuse();
			else if (isPlain) onRead(list);
		} catch (error) {
			setProblem(asFailure(error).message);
			setSource(undefined);
			refuse();
		}
	};
	const type = (next: string) => {
		onText(next);
		setProblem(undefined);
		setSource(undefined);
	};
	return (
		<Surface title="New list">
			<form
				className={classes.form}
				noValidate
				onDragOver={(event) => event.preventDefault()}
				onDrop={(event) => {
					const file = event.dataTransfer.files[0];
					if (!file) return;
					event.preventDefault();
					void take((choices) => readFile(file, choices));
				}}
				onSubmit={(event) => {
					event.preventDefault();
					void take((choices) => readText(text, choices));
				}}
				ref={element}
			>
				<Textarea
					description="One per line, or a table copied from a spreadsheet. Any format works: UPC or EAN, with or without leading zeros. Files can be dropped here."
					error={problem}
					label="Barcodes"
					maxRows={14}
					minRows={6}
					onChange={(event) => type(event.currentTarget.value)}
					spellCheck={false}
					value={text}
				/>
				{source?.list.table ? (
					<TableChoices onChoose={(choices) => void take(source.again, choices)} table={source.list.table} />
				) : null}
				{source ? <LeftOutCells others={source.list.others} /> : null}
				<Group gap="sm">
					<Button type="submit">Check the list</Button>
					<ScanButton onScan={(barcode) => type(withLine(text, barcode))} />
					<ListFile onFile={(file) => void take((choices) => readFile(file, choices))} />
				</Group>
			</form>
		</Surface>
	);
}

function withLine(text: string, barcode: string): string {
	return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${barcode}\n`;
}

function ListFile({ onFile }: { readonly onFile: (file: File) => void }) {
	return (
		<ChooseFile
			accept=".csv,.txt,.tsv,.tab,.xlsx,.xlsm,text/plain,text/csv"
			leftSection={<IconFileUpload aria-hidden="true" size={18} stroke={1.7} />}
			onFile={onFile}
		>
			CSV, text or Excel file
		</ChooseFile>
	);
}

function problemOf({ barcodes }: ReadList): string | undefined {
	if (barcodes.length === 0) return "No barcodes found. A barcode has 4 to 14 digits.";
	if (barcodes.length <= MOST_BARCODES) return undefined;
	return `You entered ${formatCount(barcodes.length)} barcodes; a list can have at most ${formatCount(MOST_BARCODES)}.`;
}

const SHOWN = 8;

/** What was left out of a list, each with its line and the reason. */
export function LeftOutCells({ others }: { readonly others: readonly LeftOut[] }) {
	if (others.length === 0) return null;
	return (
		<Alert color="marigold" mb="md" title={`${formatCount(others.length)} left out`}>
			<ul className={classes.others}>
				{others.slice(0, SHOWN).map(({ line, text, problem }) => (
					<li key={`${line} ${text} ${problem}`}>
						Line {formatCount(line)}
						{text === "" ? null : (
							<>
								, <bdi>{text.slice(0, 60)}</bdi>
							</>
						)}
						: {problem}
					</li>
				))}
			</ul>
			{others.length > SHOWN ? <div>And {formatCount(others.length - SHOWN)} more.</div> : null}
		</Alert>
	);
}

interface TableChoicesProps {
	readonly table: ReadTable;
	readonly onChoose: (choices: ListChoices) => void;
}

/** How a table was read, and the choice of another column or sheet. */
function TableChoices({ table, onChoose }: TableChoicesProps) {
	const { words, column, columns, sheet, otherSheets } = table;
	return (
		<Alert color="petrol" title="Read as a table">
			<p className={classes.notice}>
				<bdi>{words}</bdi>
			</p>
			<div className={classes.choices}>
				<Select
					allowDeselect={false}
					data={columns.map(({ number, name, barcodes }) => ({
						value: String(number),
						label: `${name === "" ? `Column ${number}` : isolated(name)} (${countInWords(barcodes, "barcode")})`,
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
