import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDatabaseImport } from "@tabler/icons-react";
import { useState } from "react";
import { type Import, useAction } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { countInWords } from "../../../format/credits.ts";
import { batchName } from "../../../format/names.ts";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { ChoiceInWords, type Choices } from "./ChoiceInWords.tsx";
import classes from "./Imports.module.css";
import { changeCount, MODES } from "./import-state.ts";

/** What is still to be chosen before an import, and what starts it: the button stands above, in sight. */
export function useImportChoices(batch: Import) {
	const start = useAction("POST /admin/imports/{import_id}/start", { path: { import_id: batch.import_id } });
	const [fetches, setFetches] = useState(false);
	const [absent, setAbsent] = useState(batch.absent);
	const isIdle =
		changeCount(batch) === 0 && !fetches && (absent === "leave" || countsOf(batch).absentProducts === 0);
	return { start, fetches, setFetches, absent, setAbsent, isIdle };
}

type ChosenSoFar = ReturnType<typeof useImportChoices>;

const FORM = "import";

/** Sends the form of the choices, wherever that stands. */
export function ImportButton({ choices: { isIdle, start } }: { readonly choices: ChosenSoFar }) {
	return (
		<Button
			disabled={isIdle}
			form={FORM}
			leftSection={<IconDatabaseImport aria-hidden="true" size={17} stroke={1.8} />}
			loading={start.isPending}
			type="submit"
		>
			Import
		</Button>
	);
}

interface CheckedImportProps {
	readonly batch: Import;
	readonly choices: ChosenSoFar;
}

/** The choices left before an import. */
export function CheckedImport({ batch, choices }: CheckedImportProps) {
	const email = useSession().data?.account?.email ?? "";
	const form = useForm({
		initialValues: {
			batch: batchName(batch.batch) ?? "",
			ownership: batch.ownership ?? "",
			uploaded_by: batch.uploaded_by ?? email,
		},
	});
	const check = useAction("POST /admin/imports/{import_id}/check", { path: { import_id: batch.import_id } });
	const [keepsEdited, setKeepsEdited] = useState(batch.keep_edited);
	const { start, fetches, absent, isIdle } = choices;
	return (
		<Surface
			description={isIdle ? idleText(batch) : "Clients see these details with each picture."}
			title={isIdle ? "Nothing to import" : "Import"}
		>
			<Form
				error={start.error ?? check.error}
				form={form}
				id={FORM}
				onSubmit={(values) => {
					const given = Object.entries(values).map(([name, text]) => [name, text.trim()]);
					const details = Object.fromEntries(given.filter(([, text]) => text !== ""));
					const chosen = { fetch_pictures: fetches, keep_edited: keepsEdited, absent };
					const seen = batch.card_revision === null ? {} : { card_revision: batch.card_revision };
					start.mutate({ body: { ...details, ...chosen, ...seen } });
				}}
			>
				<div className={classes.fields}>
					<TextInput
						description="Who owns the pictures."
						label="Ownership"
						{...form.getInputProps("ownership")}
					/>
					<TextInput
						description="Groups everything imported together."
						label="Batch"
						{...form.getInputProps("batch")}
					/>
					<TextInput
						description="Who imported the pictures."
						label="Uploaded by"
						{...form.getInputProps("uploaded_by")}
					/>
				</div>
				<CheckChoices batch={batch} check={check} />
				<ValueChoices batch={batch} choices={choices} keepsEdited={keepsEdited} onKeep={setKeepsEdited} />
			</Form>
		</Surface>
	);
}

interface ValueChoicesProps extends CheckedImportProps {
	readonly keepsEdited: boolean;
	readonly onKeep: (keepsEdited: boolean) => void;
}

/** What becomes of values and products that there are, and whether pictures are fetched: nothing leaves the server unless somebody asks for it. */
function ValueChoices({ batch, choices, keepsEdited, onKeep }: ValueChoicesProps) {
	const { fetches, setFetches, absent, setAbsent } = choices;
	const { addresses, editedValues, absentProducts } = countsOf(batch);
	return (
		<>
			{editedValues > 0 ? (
				<Switch
					checked={keepsEdited}
					description="They are listed above, with who edited them and when."
					label={`Keep ${countInWords(editedValues, "value")} that a person edited`}
					onChange={(event) => onKeep(event.currentTarget.checked)}
				/>
			) : null}
			{absentProducts > 0 ? (
				<ChoiceInWords
					choices={ABSENT}
					label={`${countInWords(absentProducts, "product")} not delivered any more`}
					onChange={setAbsent}
					value={absent}
				/>
			) : null}
			{addresses > 0 ? (
				<Switch
					checked={fetches}
					description="The table has their addresses. They are fetched during the import, one after the other from each host; only over https, from public addresses."
					label={`Fetch ${countInWords(addresses, "picture")}`}
					onChange={(event) => setFetches(event.currentTarget.checked)}
				/>
			) : null}
		</>
	);
}

function countsOf({ check }: Import) {
	return {
		addresses: check?.unfetched ?? 0,
		editedValues: check?.values_edited.count ?? 0,
		absentProducts: check?.absent.count ?? 0,
	};
}

/** What becomes of products that are not delivered any more. */
const ABSENT: Choices<Import["absent"]> = {
	leave: { name: "Leave", words: "They stay as they are, and are listed again next time." },
	mark: {
		name: "Leave and mark",
		words: "They stay, marked as not delivered any more until a delivery has them again.",
	},
	remove: {
		name: "Remove",
		words: "They leave the catalogue with their pictures. Undoing the import brings them back.",
	},
};

type Checking = ReturnType<
	typeof useAction<"POST /admin/imports/{import_id}/check", { path: { import_id: string } }>
>;

interface CheckChoicesProps {
	readonly batch: Import;
	readonly check: Checking;
}

const TEXT_TABLE = /\.(csv|tsv|tab|txt|zip)$/i;
const ENCODINGS = [
	{ value: "", label: "Detected" },
	{ value: "utf-8", label: "UTF-8" },
	{ value: "windows-1255", label: "Hebrew (Windows-1255)" },
	{ value: "cp862", label: "Hebrew (DOS, CP862)" },
	{ value: "windows-1252", label: "Western European (Windows-1252)" },
	{ value: "cp850", label: "Western European (DOS, CP850)" },
	{ value: "macintosh", label: "Western European (old Macs)" },
	{ value: "windows-1250", label: "Central European (Windows-1250)" },
	{ value: "windows-1251", label: "Cyrillic (Windows-1251)" },
	{ value: "ibm866", label: "Cyrillic (DOS, CP866)" },
	{ value: "koi8-r", label: "Cyrillic (KOI8-R)" },
	{ value: "windows-1253", label: "Greek (Windows-1253)" },
	{ value: "windows-1254", label: "Turkish (Windows-1254)" },
	{ value: "windows-1256", label: "Arabic (Windows-1256)" },
];

/** The choices that decide what an import does: each repeats the dry run. */
function CheckChoices({ batch, check }: CheckChoicesProps) {
	return (
		<>
			<ChoiceInWords
				choices={MODES}
				isDisabled={check.isPending}
				label="Values of existing products"
				note="Changing this checks the file again."
				onChange={(mode) => check.mutate({ body: { mode } })}
				value={batch.mode}
			/>
			{batch.files.some(({ name }) => TEXT_TABLE.test(name)) ? (
				<NativeSelect
					data={ENCODINGS}
					description="Letters of the table are wrong, or it was refused for its encoding? Changing this checks the file again."
					disabled={check.isPending}
					label="Encoding"
					onChange={(event) => check.mutate({ body: { encoding: event.currentTarget.value || null } })}
					value={batch.encoding ?? ""}
				/>
			) : null}
			<Switch
				checked={!batch.exact}
				description="A GTIN that lost its leading zeros in a spreadsheet finds its product. Changing this checks the file again."
				disabled={check.isPending}
				label="Find products with other leading zeros"
				onChange={(event) => check.mutate({ body: { exact: !event.currentTarget.checked } })}
			/>
			<Switch
				checked={batch.existing_only}
				description="Barcodes that are not in the catalogue are refused. Changing this checks the file again."
				disabled={check.isPending}
				label="Only update existing products"
				onChange={(event) => check.mutate({ body: { existing_only: event.currentTarget.checked } })}
			/>
		</>
	);
}

function idleText({ check }: Import): string {
	return check && check.refused > 0
		? "Apart from what is refused, this file would change nothing."
		: "This file would change nothing.";
}
