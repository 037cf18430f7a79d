import { Alert, Button, Textarea } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { formatCount } from "../../format/credits.ts";
import { Surface } from "../../parts/Surface.tsx";
import { useFirstInvalid } from "../../parts/use-first-invalid.ts";
import classes from "./Lists.module.css";
import { readFile } from "./read-file.ts";
import { MOST_BARCODES, type ReadList, readText } from "./read-list.ts";

/** Input of barcodes: pasted, or read from a local file, which itself is not sent anywhere. */
export function ListForm({ onRead }: { readonly onRead: (barcodes: readonly string[]) => void }) {
	const [text, setText] = useState("");
	const [problem, setProblem] = useState<string>();
	const element = useRef<HTMLFormElement>(null);
	const { refuse } = useFirstInvalid(element);
	const [others, setOthers] = useState<readonly string[]>([]);
	const take = (list: ReadList) => {
		setProblem(problemOf(list));
		setOthers(list.others);
		if (problemOf(list) !== undefined) return refuse();
		// What was left out is shown before continuing.
		if (list.others.length === 0 || list.others === others) onRead(list.barcodes);
		else setText([...list.barcodes].join("\n"));
	};
	const read = async (file: File) => {
		try {
			take(await readFile(file));
		} catch (error) {
			setProblem(error instanceof Error ? error.message : String(error));
			refuse();
		}
	};
	return (
		<Surface title="New list">
			<form
				className={classes.form}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					take(readText(text));
				}}
				ref={element}
			>
				<Textarea
					autosize
					description="One per line, or a table copied from a spreadsheet. Any format works: UPC or EAN, with or without leading zeros."
					error={problem}
					label="Barcodes"
					maxRows={14}
					minRows={6}
					onChange={(event) => {
						setText(event.currentTarget.value);
						setProblem(undefined);
					}}
					spellCheck={false}
					value={text}
				/>
				{others.length > 0 ? (
					<Alert
						color="marigold"
						title={`${formatCount(others.length)} left out: not barcodes`}
						variant="light"
					>
						<span className={classes.others}>{others.slice(0, 8).join(" · ")}</span>
						{others.some((other) => /e\+/i.test(other)) ? (
							<div>Your spreadsheet rounded some of them. Format that column as text and copy it again.</div>
						) : null}
					</Alert>
				) : null}
				<div className={classes.buttons}>
					<Button type="submit">Check the list</Button>
					<FileButton onFile={(file) => void read(file)} />
				</div>
			</form>
		</Surface>
	);
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			<Button
				leftSection={<IconFileUpload aria-hidden="true" size={18} stroke={1.7} />}
				onClick={() => input.current?.click()}
				variant="default"
			>
				CSV, text or Excel file
			</Button>
			<input
				accept=".csv,.txt,.tsv,.xlsx,text/plain,text/csv"
				aria-label="File with the list"
				className={classes.unseen}
				onChange={(event) => {
					const file = event.currentTarget.files?.[0];
					event.currentTarget.value = "";
					if (file) onFile(file);
				}}
				ref={input}
				tabIndex={-1}
				type="file"
			/>
		</>
	);
}

function problemOf({ barcodes }: ReadList): string | undefined {
	if (barcodes.length === 0) return "No barcodes found. A barcode has 4 to 14 digits.";
	if (barcodes.length <= MOST_BARCODES) return undefined;
	return `You entered ${formatCount(barcodes.length)} barcodes; a list can have at most ${formatCount(MOST_BARCODES)}.`;
}
