import { Autocomplete, Button, Group, NativeSelect, Stack, TagsInput, TextInput } from "@mantine/core";
import { IconDeviceFloppy, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { routeUrl } from "../../../api/call.ts";
import { type Import, type ImportTable, useAction, useRoute } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { productWord } from "../../../format/products.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { type Column, DataTable } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { told } from "../../../parts/toast.tsx";
import classes from "./Imports.module.css";
import { fieldChoices, mappedTo, type Target, withTarget } from "./mapping-draft.ts";

type TableColumn = ImportTable["columns"][number];
type Mapping = ImportTable["mapping"];

/** What the columns of a table with names of its own hold: guessed, or said before; every change is checked together. */
export function TableColumns({ batch }: { readonly batch: Import }) {
	const path = { import_id: batch.import_id };
	const table = useRoute("GET /admin/imports/{import_id}/columns", { path });
	// The draft begins anew after each check.
	return table.data ? (
		<Mapped batch={batch} key={JSON.stringify(table.data.mapping)} table={table.data} />
	) : null;
}

function Mapped({ batch, table }: { readonly batch: Import; readonly table: ImportTable }) {
	const [draft, setDraft] = useState(table.mapping);
	const path = { import_id: batch.import_id };
	const check = useAction("POST /admin/imports/{import_id}/check", { path });
	const isChanged = JSON.stringify(draft) !== JSON.stringify(table.mapping);
	const ignored = table.columns.filter(({ name }) => draft[name] === undefined).length;
	const change = (name: string, to: Target | undefined) => setDraft(withTarget(draft, name, to));
	return (
		<Surface
			actions={
				<Button
					disabled={!isChanged}
					leftSection={<IconRefresh aria-hidden="true" size={16} stroke={1.8} />}
					loading={check.isPending}
					onClick={() => check.mutate({ body: { mapping: draft } })}
				>
					Check again
				</Button>
			}
			description={`Recognised by their names and cells. ${countInWords(ignored, "column")} of ${table.columns.length} ignored. Change what is wrong, then check again.`}
			flush
			title="Columns"
		>
			{check.error ? (
				<div className={classes.figures}>
					<FailureNotice error={check.error} />
				</div>
			) : null}
			<DataTable
				columns={columnsOf(table, draft, change)}
				name="Columns"
				rowKey={({ name }) => `${name} ${table.columns.findIndex((each) => each.name === name)}`}
				rows={table.columns.filter(({ name }) => name !== "")}
			/>
			<SaveMapping draft={draft} isChanged={isChanged} onUse={setDraft} path={path} />
		</Surface>
	);
}

function columnsOf(
	table: ImportTable,
	draft: Mapping,
	change: (name: string, to: Target | undefined) => void,
): readonly Column<TableColumn>[] {
	return [
		{
			name: "Column",
			isTitle: true,
			cell: ({ name }) => <bdi dir="auto">{name}</bdi>,
		},
		{
			name: "First rows",
			cell: ({ samples }) => (
				<ul className={classes.samples}>
					{samples.map((sample, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike
						<li key={at}>
							<bdi>{sample}</bdi>
						</li>
					))}
				</ul>
			),
		},
		{
			name: "Holds",
			cell: ({ name }) => (
				<NativeSelect
					aria-label={`What ${name} holds`}
					miw="13rem"
					data={fieldChoices(table.fields, draft, name)}
					onChange={({ currentTarget: { value } }) =>
						change(name, value === "" ? undefined : { ...mappedTo(draft[name]), field: value })
					}
					value={mappedTo(draft[name]).field}
				/>
			),
		},
		{
			name: "Meaning of its cells",
			cell: (column) => {
				const to = draft[column.name];
				return to === undefined ? null : (
					<Meaning
						choices={table.fields.find(({ field }) => field === mappedTo(to).field)?.choices ?? []}
						column={column}
						onChange={(next) => change(column.name, next)}
						to={mappedTo(to)}
					/>
				);
			},
		},
	];
}

interface MeaningProps {
	readonly column: TableColumn;
	readonly to: Target;
	readonly choices: readonly string[];
	readonly onChange: (to: Target) => void;
}

/** What cells mean where that is not plain: values of a choice, the unit of bare numbers, the separator of a list. */
function Meaning({ column, to, choices, onChange }: MeaningProps) {
	const { field, values = {}, unit = "", separator = "" } = to;
	const { [field]: known = {} } = column.meanings;
	if (isFlag(choices)) return <FlagWords column={column} known={known} onChange={onChange} to={to} />;
	if (choices.length > 0 && column.values) {
		return (
			<Stack gap={6}>
				{column.values.map((value) => (
					<NativeSelect
						aria-label={`Meaning of ${value}`}
						data={[
							{
								value: "",
								label: known[value] === undefined ? "Not known: refused" : productWord(known[value]),
							},
							...choices
								.filter((choice) => choice !== known[value])
								.map((choice) => ({ value: choice, label: productWord(choice) })),
							{ value: NOTHING, label: "Nothing" },
						]}
						key={value}
						leftSection={
							<bdi className={classes.value} dir="auto" title={value}>
								{value}
							</bdi>
						}
						leftSectionWidth={110}
						onChange={({ currentTarget: { value: meaning } }) =>
							onChange({ ...to, values: meant(values, value, meaning) })
						}
						size="xs"
						value={value in values ? String(values[value] ?? NOTHING) : ""}
					/>
				))}
			</Stack>
		);
	}
	if (field.endsWith(".amount") || field === "info.net_weight") {
		return (
			<TextInput
				aria-label={`Unit of ${column.name}`}
				onChange={({ currentTarget: { value } }) => onChange({ ...to, unit: value })}
				placeholder="Unit of bare numbers"
				size="xs"
				value={unit}
			/>
		);
	}
	if (field !== "ingredients.allergens" && field !== "hechshers") return null;
	return (
		<NativeSelect
			aria-label={`Separator of ${column.name}`}
			data={[
				{ value: "", label: "Separated by semicolons" },
				{ value: ",", label: "Separated by commas" },
				{ value: "/", label: "Separated by slashes" },
				{ value: "|", label: "Separated by bars" },
				{ value: "\n", label: "One per line" },
			]}
			onChange={({ currentTarget: { value } }) => onChange({ ...to, separator: value })}
			size="xs"
			value={separator}
		/>
	);
}

const NOTHING = " ";

function isFlag(choices: readonly string[]): boolean {
	return choices.join() === "true,false";
}

interface FlagWordsProps extends Omit<MeaningProps, "choices"> {
	/** What its cells are read as without being told. */
	readonly known: Readonly<Record<string, string>>;
}

/** All words for yes in one field and all for no in another, besides those that every table may have. */
function FlagWords({ column, to, known, onChange }: FlagWordsProps) {
	const { values = {} } = to;
	const wordsFor = (meaning: string) =>
		Object.keys(values).filter((word) => String(values[word]) === meaning);
	const say = (meaning: string, words: readonly string[]) => {
		const others = Object.entries(values).filter(
			([word, means]) => String(means) !== meaning && !words.includes(word),
		);
		onChange({ ...to, values: Object.fromEntries([...others, ...words.map((word) => [word, meaning])]) });
	};
	return (
		<Stack gap={6}>
			{Object.entries(known).map(([word, means]) => (
				<span className={classes.quiet} key={word}>
					<bdi>{word}</bdi>: {means === "true" ? "yes" : "no"}
				</span>
			))}
			{(["true", "false"] as const).map((meaning) => (
				<TagsInput
					aria-label={`Words for ${meaning === "true" ? "yes" : "no"} in ${column.name}`}
					data={(column.values ?? []).filter((word) => known[word] === undefined)}
					key={meaning}
					onChange={(words) => say(meaning, words)}
					placeholder={
						wordsFor(meaning).length > 0 ? undefined : meaning === "true" ? "words for yes" : "words for no"
					}
					size="xs"
					value={wordsFor(meaning)}
				/>
			))}
		</Stack>
	);
}

function meant(
	values: NonNullable<Target["values"]>,
	cell: string,
	meaning: string,
): NonNullable<Target["values"]> {
	const { [cell]: _, ...others } = values;
	if (meaning === "") return others;
	return { ...others, [cell]: meaning === NOTHING ? null : meaning };
}

interface SaveMappingProps {
	readonly path: { readonly import_id: string };
	readonly draft: Mapping;
	readonly isChanged: boolean;
	readonly onUse: (mapping: Mapping) => void;
}

/** Saves the mapping under a name, takes one that was saved, or downloads it for the command line. */
function SaveMapping({ path, draft, isChanged, onUse }: SaveMappingProps) {
	const saved = useRoute("GET /admin/import-mappings").data?.data ?? [];
	const [name, setName] = useState("");
	const save = useAction("PUT /admin/import-mappings/{name}");
	const known = saved.find((each) => each.name === name.trim());
	return (
		<div className={classes.saving}>
			<Autocomplete
				aria-label="Saved mapping"
				data={saved.map((each) => each.name)}
				onChange={setName}
				placeholder="Supplier's name"
				value={name}
			/>
			<Group gap="xs">
				{known ? (
					<Button onClick={() => onUse(known.mapping)} variant="default">
						Use
					</Button>
				) : null}
				<Button
					disabled={name.trim() === ""}
					leftSection={<IconDeviceFloppy aria-hidden="true" size={16} stroke={1.8} />}
					loading={save.isPending}
					onClick={() =>
						save.mutate({ path: { name: name.trim() }, body: { mapping: draft } }, told("Mapping saved."))
					}
					variant="default"
				>
					Save mapping
				</Button>
				{isChanged ? null : (
					<DownloadButton href={routeUrl("GET /admin/imports/{import_id}/mapping.yaml", { path })}>
						YAML
					</DownloadButton>
				)}
			</Group>
		</div>
	);
}
