import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { Fragment } from "react";
import { type Field, itemsOf, problemOf, type Values } from "../../../calls/endpoint.ts";
import { DayField } from "../../../parts/DayField.tsx";
import classes from "./TryIt.module.css";

interface FieldInputProps {
	readonly field: Field;
	readonly values: Values;
	/** Running the call with these values was attempted: missing ones are reported too. */
	readonly isChecked: boolean;
	readonly onChange: (value: string | readonly string[]) => void;
}

/** The right kind of input for a parameter. Errors are shown once something was typed, or running the call was attempted. */
export function FieldInput({ field, values, isChecked, onChange }: FieldInputProps) {
	const { name, kind, options = [], hint, isRequired = false } = field;
	const entered = values[name];
	const text = typeof entered === "string" ? entered : "";
	const description = hint === undefined ? undefined : <Inline>{hint}</Inline>;
	const common = {
		label: name,
		description,
		withAsterisk: isRequired,
		error: text.trim() === "" && !isChecked ? undefined : problemOf(field, values),
		value: text,
	};
	if (kind === "list") {
		return (
			<Checkbox.Group
				description={description}
				label={name}
				onChange={onChange}
				value={[...itemsOf(values, name)]}
			>
				<div className={classes.items}>
					{options.map((option) => (
						<Checkbox key={option} label={option} value={option} />
					))}
				</div>
			</Checkbox.Group>
		);
	}
	if (kind === "choice") {
		return (
			<NativeSelect
				{...common}
				data={[{ value: "", label: isRequired ? "Choose…" : "Not set" }, ...options]}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
		);
	}
	if (kind === "barcodes" || kind === "items") {
		return (
			<Textarea
				{...common}
				classNames={{ input: classes.mono ?? "" }}
				maxRows={10}
				minRows={3}
				onChange={(event) => onChange(event.currentTarget.value)}
				spellCheck={false}
			/>
		);
	}
	if (kind === "date") return <DayField {...common} onChange={onChange} />;
	const isNumeric = kind === "barcode" || kind === "number";
	return (
		<TextInput
			{...common}
			autoComplete="off"
			inputMode={kind === "number" ? "decimal" : isNumeric ? "numeric" : "text"}
			onChange={(event) => onChange(event.currentTarget.value)}
			spellCheck={false}
		/>
	);
}

/** A text of the OpenAPI document, with code between backticks. */
function Inline({ children }: { readonly children: string }) {
	return children
		.split("`")
		.map((part, place) => ({ part, id: `${place} ${part}`, isCode: place % 2 === 1 }))
		.map(({ part, id, isCode }) =>
			isCode ? <code key={id}>{part}</code> : <Fragment key={id}>{part}</Fragment>,
		);
}
