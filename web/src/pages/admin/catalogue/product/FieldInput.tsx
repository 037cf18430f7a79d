import { Checkbox, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { DeclaredField } from "../../../../api/routes.ts";
import { productWord } from "../../../../format/products.ts";
import classes from "./Product.module.css";

interface FieldInputProps {
	readonly field: DeclaredField;
	readonly value: unknown;
	readonly onChange: (value: unknown) => void;
	/** Problems by the rest of their key; the empty string stands for the field itself. */
	readonly problems: ReadonlyMap<string, string>;
}

/** Fields that need more than one line. */
const LONG = new Set([
	"ingredients_text",
	"web_description",
	"product_description",
	"notes",
	"manufacturer",
	"distributor",
	"contains_statement",
	"may_contain_statement",
]);

/** The input for a field of a product, according to its declaration. */
export function FieldInput({ field, value, onChange, problems }: FieldInputProps) {
	const label = productWord(field.field);
	const common = { label, size: "sm", error: problems.get("") } as const;
	const text = typeof value === "string" ? value : "";
	switch (field.kind) {
		case "flag":
			return (
				<Checkbox
					checked={value === true}
					className={classes.flag ?? ""}
					error={problems.get("")}
					label={label}
					onChange={({ currentTarget }) => onChange(currentTarget.checked)}
				/>
			);
		case "choice":
			return (
				<NativeSelect
					{...common}
					data={[{ value: "", label: "None" }, ...field.choices]}
					onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? null : currentTarget.value)}
					value={text}
				/>
			);
		case "texts":
			return (
				<TagsInput
					{...common}
					className={classes.long ?? ""}
					description="Press Enter after each"
					onChange={onChange}
					value={Array.isArray(value) ? value : []}
				/>
			);
		case "nutrient":
			return <NutrientInput field={field} onChange={onChange} problems={problems} value={value} />;
		default:
			return LONG.has(field.field) ? (
				<Textarea
					{...common}
					className={classes.long ?? ""}
					dir="auto"
					onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
					rows={3}
					value={text}
				/>
			) : (
				<TextInput
					{...common}
					dir="auto"
					onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
					required={field.kind === "symbol"}
					value={text}
				/>
			);
	}
}

function NutrientInput({ field, value, onChange, problems }: FieldInputProps) {
	const { amount = null, dv = null } = (value ?? {}) as { amount?: string | null; dv?: string | null };
	return (
		<div className={classes.nutrient}>
			<TextInput
				error={problems.get(".amount")}
				label={productWord(field.field)}
				onChange={({ currentTarget }) => onChange({ amount: currentTarget.value || null, dv })}
				size="sm"
				value={amount ?? ""}
			/>
			<TextInput
				aria-label={`${productWord(field.field)}, daily value`}
				error={problems.get(".dv")}
				label="Daily value"
				onChange={({ currentTarget }) => onChange({ amount, dv: currentTarget.value || null })}
				size="sm"
				value={dv ?? ""}
			/>
		</div>
	);
}
