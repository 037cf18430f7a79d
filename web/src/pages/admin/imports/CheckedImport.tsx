import { Button, Group, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDatabaseImport } from "@tabler/icons-react";
import { useState } from "react";
import { type Import, useAction } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { countInWords } from "../../../format/credits.ts";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Imports.module.css";
import { changeCount } from "./import-state.ts";
import { ModeChoice } from "./ModeChoice.tsx";

/** The choices left before an import, and the button that starts it. */
export function CheckedImport({ batch }: { readonly batch: Import }) {
	const email = useSession().data?.account?.email ?? "";
	const form = useForm({
		initialValues: {
			batch: batch.batch,
			ownership: batch.ownership ?? "",
			uploaded_by: batch.uploaded_by ?? email,
		},
	});
	const start = useAction("POST /admin/imports/{import_id}/start", { path: { import_id: batch.import_id } });
	const check = useAction("POST /admin/imports/{import_id}/check", { path: { import_id: batch.import_id } });
	const [fetches, setFetches] = useState(false);
	const addresses = batch.check?.unfetched ?? 0;
	const isIdle = changeCount(batch) === 0 && !fetches;
	return (
		<Surface
			description={isIdle ? idleText(batch) : "Clients see these details with each picture."}
			title={isIdle ? "Nothing to import" : "Import"}
		>
			<Form
				error={start.error ?? check.error}
				form={form}
				onSubmit={(values) => {
					const given = Object.entries(values).map(([name, text]) => [name, text.trim()]);
					const details = Object.fromEntries(given.filter(([, text]) => text !== ""));
					start.mutate({ body: { ...details, fetch_pictures: fetches } });
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
				{addresses > 0 ? <FetchChoice addresses={addresses} fetches={fetches} onChange={setFetches} /> : null}
				<Group justify="flex-end">
					<Button
						disabled={isIdle}
						leftSection={<IconDatabaseImport aria-hidden="true" size={17} stroke={1.8} />}
						loading={start.isPending}
						type="submit"
					>
						Import
					</Button>
				</Group>
			</Form>
		</Surface>
	);
}

interface FetchChoiceProps {
	readonly addresses: number;
	readonly fetches: boolean;
	readonly onChange: (fetches: boolean) => void;
}

/** Whether pictures are fetched: nothing leaves the server unless somebody asks for it. */
function FetchChoice({ addresses, fetches, onChange }: FetchChoiceProps) {
	return (
		<Switch
			checked={fetches}
			description="The table has their addresses. They are fetched during the import, one after the other from each host; only over https, from public addresses."
			label={`Fetch ${countInWords(addresses, "picture")}`}
			onChange={(event) => onChange(event.currentTarget.checked)}
		/>
	);
}

type Checking = ReturnType<
	typeof useAction<"POST /admin/imports/{import_id}/check", { path: { import_id: string } }>
>;

interface CheckChoicesProps {
	readonly batch: Import;
	readonly check: Checking;
}

/** The choices that decide what an import does: each repeats the dry run. */
function CheckChoices({ batch, check }: CheckChoicesProps) {
	return (
		<>
			<ModeChoice
				isDisabled={check.isPending}
				mode={batch.mode}
				onChange={(mode) => check.mutate({ body: { mode } })}
			/>
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
