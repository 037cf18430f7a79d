import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ProposableField } from "../../api/routes.ts";
import { fieldName, LONG_FIELDS, NOT_STATED } from "../../format/metadata-words.ts";
import { productWord } from "../../format/products.ts";
import type { Typed } from "./given-fields.ts";
import classes from "./Propose.module.css";

interface FactSectionsProps {
	readonly fields: readonly ProposableField[];
	readonly typed: Typed;
	readonly problems: Typed;
	readonly onType: (name: string, text: string) => void;
}

/** All fields that can be proposed, in one section per scope; collapsed until needed. */
export function FactSections(props: FactSectionsProps) {
	const scopes = [...new Set(props.fields.map(({ scope }) => scope))];
	return (
		<div>
			{scopes.map((scope) => (
				<Section key={scope} scope={scope} {...props} />
			))}
		</div>
	);
}

function Section({ scope, fields, typed, problems, onType }: FactSectionsProps & { readonly scope: string }) {
	const own = fields.filter((field) => field.scope === scope);
	const isOf = (name: string) => name.startsWith(`${scope}.`);
	const filled = Object.entries(typed).filter(([name, text]) => isOf(name) && text.trim() !== "").length;
	const hasProblem = Object.keys(problems).some(isOf);
	return (
		<details className={classes.section} open={hasProblem || undefined}>
			<summary>
				<IconChevronDown aria-hidden="true" size={18} stroke={1.7} />
				<span>{productWord(scope)}</span>
				<span className={classes.quiet}>{filled === 0 ? "Nothing yet" : `${filled} filled in`}</span>
			</summary>
			{scope === "hechshers" ? (
				<Hechshers fields={own} onType={onType} problems={problems} typed={typed} />
			) : (
				<div className={classes.fields}>
					{own.map((field) => (
						<FactInput
							field={field}
							key={field.field}
							name={`${scope}.${field.field}`}
							typed={typed}
							problems={problems}
							onType={onType}
						/>
					))}
				</div>
			)}
		</details>
	);
}

/** As many hechshers as the package shows. */
function Hechshers({ fields, typed, problems, onType }: FactSectionsProps) {
	const [count, setCount] = useState(1);
	return (
		<>
			{Array.from({ length: count }, (_, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: positions are never reordered
				<fieldset className={classes.fields} key={place}>
					<legend>Hechsher {place + 1}</legend>
					{fields.map((field) => (
						<FactInput
							field={field}
							key={field.field}
							name={`hechshers.${place}.${field.field}`}
							typed={typed}
							problems={problems}
							onType={onType}
						/>
					))}
				</fieldset>
			))}
			<Button
				mb="1.25rem"
				leftSection={<IconPlus aria-hidden="true" size={17} />}
				onClick={() => setCount(count + 1)}
				variant="default"
			>
				Another hechsher
			</Button>
		</>
	);
}

interface FactInputProps {
	readonly field: ProposableField;
	/** Its key among the typed values. */
	readonly name: string;
	readonly typed: Typed;
	readonly problems: Typed;
	readonly onType: (name: string, text: string) => void;
}

/** The input for one field of the catalogue, according to its kind. */
function FactInput({ field, name, typed, problems, onType }: FactInputProps) {
	const label = fieldName(field.field);
	if (field.kind === "nutrient") {
		return (
			<fieldset className={classes.nutrient}>
				<legend>{label}</legend>
				<Plain
					label="Amount"
					field={field}
					name={`${name}.amount`}
					typed={typed}
					problems={problems}
					onType={onType}
				/>
				<Plain
					label="Daily value"
					field={field}
					name={`${name}.dv`}
					typed={typed}
					problems={problems}
					onType={onType}
				/>
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
		<Plain
			description={descriptionOf(field)}
			label={label}
			field={field}
			name={name}
			typed={typed}
			problems={problems}
			onType={onType}
		/>
	);
}

function choicesOf({ kind, choices }: ProposableField) {
	if (kind === "flag") {
		return [
			{ value: "yes", label: "Yes" },
			{ value: "no", label: NOT_STATED },
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
	return LONG_FIELDS.has(field.field) ? (
		<Textarea {...shared} maxRows={10} />
	) : (
		<TextInput {...shared} autoComplete="off" />
	);
}
