import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ProposableField } from "../../api/routes.ts";
import { fieldName } from "../../format/metadata-words.ts";
import type { Typed } from "./given-fields.ts";
import classes from "./Propose.module.css";

/** Fields that need several lines. */
const LONG = new Set([
	"product_description",
	"manufacturer",
	"distributor",
	"notes",
	"ingredients_text",
	"contains_statement",
	"may_contain_statement",
	"web_description",
]);

interface FactInputProps {
	readonly field: ProposableField;
	/** Its key among the typed values. */
	readonly name: string;
	readonly typed: Typed;
	readonly problems: Typed;
	readonly onType: (name: string, text: string) => void;
}

/** The input for one field of the catalogue, according to its kind. */
export function FactInput({ field, name, typed, problems, onType }: FactInputProps) {
	const label = fieldName(field.field);
	if (field.kind === "nutrient") {
		return (
			<fieldset className={classes.nutrient}>
				<legend>{label}</legend>
				<Plain label="Amount" {...{ field, name: `${name}.amount`, typed, problems, onType }} />
				<Plain label="Daily value" {...{ field, name: `${name}.dv`, typed, problems, onType }} />
			</fieldset>
		);
	}
	const choices = choicesOf(field);
	if (choices.length > 0) {
		return (
			<NativeSelect
				data={[{ value: "", label: "—" }, ...choices]}
				description={field.description}
				error={problems[name]}
				label={label}
				onChange={(event) => onType(name, event.currentTarget.value)}
				value={typed[name] ?? ""}
			/>
		);
	}
	return (
		<Plain description={descriptionOf(field)} label={label} {...{ field, name, typed, problems, onType }} />
	);
}

function choicesOf({ kind, choices }: ProposableField) {
	if (kind === "flag") {
		return [
			{ value: "yes", label: "Yes" },
			{ value: "no", label: "No" },
		];
	}
	return choices.map((value) => ({ value, label: value }));
}

function descriptionOf({ kind, description }: ProposableField): string {
	return kind === "texts" ? `${description} Separated by commas.` : description;
}

interface PlainProps extends FactInputProps {
	readonly label: string;
	readonly description?: string;
}

function Plain({ field, name, typed, problems, onType, label, description }: PlainProps) {
	const shared = {
		description,
		dir: "auto",
		error: problems[name],
		label,
		onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
			onType(name, event.currentTarget.value),
		value: typed[name] ?? "",
	};
	return LONG.has(field.field) ? (
		<Textarea {...shared} autosize maxRows={10} minRows={2} />
	) : (
		<TextInput {...shared} autoComplete="off" />
	);
}
