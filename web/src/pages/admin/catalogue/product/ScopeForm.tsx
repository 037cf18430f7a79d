import { Button, Checkbox, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { DeclaredField, DeclaredScope } from "../../../../api/routes.ts";
import { LONG_FIELDS } from "../../../../format/metadata-words.ts";
import { productWord } from "../../../../format/products.ts";
import { Surface } from "../../../../parts/Page.tsx";
import { emptyScope, emptyValue, type Fields, type Scope, type ScopeValue } from "./draft.ts";
import classes from "./Product.module.css";

interface ScopeFormProps {
	readonly declared: DeclaredScope;
	readonly value: ScopeValue;
	readonly onChange: (value: ScopeValue) => void;
	/** Problems by full key: `info.bracha`, `hechshers[1].symbol`. */
	readonly problems: ReadonlyMap<string, string>;
}

/** One scope of a product: its fields, or a button for adding it. */
export function ScopeForm({ declared, value, onChange, problems }: ScopeFormProps) {
	const scope = declared.scope as Scope;
	const name = productWord(scope);
	if (value === null)
		return (
			<Surface
				actions={
					<Button
						leftSection={<IconPlus aria-hidden="true" size={16} />}
						onClick={() => onChange(emptyScope(scope))}
						size="xs"
						variant="default"
					>
						Add {name.toLowerCase()}
					</Button>
				}
				description="This product has none yet."
				title={name}
			>
				{null}
			</Surface>
		);
	return (
		<Surface
			actions={
				<Button color="gray" onClick={() => onChange(null)} size="xs" variant="subtle">
					Remove {name.toLowerCase()}
				</Button>
			}
			title={name}
		>
			{Array.isArray(value) ? (
				<HechsherList declared={declared} onChange={onChange} problems={problems} value={value} />
			) : (
				<FieldGrid
					declared={declared}
					onChange={onChange}
					prefix={scope}
					problems={problems}
					value={value as Fields}
				/>
			)}
		</Surface>
	);
}

interface FieldGridProps extends Omit<ScopeFormProps, "value" | "onChange"> {
	readonly value: Fields;
	readonly onChange: (value: Fields) => void;
	/** Prefix of the keys of problems. */
	readonly prefix: string;
}

function FieldGrid({ declared, value, onChange, problems, prefix }: FieldGridProps) {
	return (
		<div className={classes.fields}>
			{declared.fields.map((field) => (
				<FieldInput
					field={field}
					key={field.field}
					onChange={(held) => onChange({ ...value, [field.field]: held })}
					problems={problemsOf(problems, `${prefix}.${field.field}`)}
					value={value[field.field] ?? emptyValue(field)}
				/>
			))}
		</div>
	);
}

function HechsherList({
	declared,
	value,
	onChange,
	problems,
}: Omit<ScopeFormProps, "value"> & { readonly value: readonly Fields[] }) {
	return (
		<div className={classes.list}>
			{value.map((hechsher, place) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a hechsher is identified only by its position
				<fieldset className={classes.item} key={place}>
					<legend>Hechsher {place + 1}</legend>
					<FieldGrid
						declared={declared}
						onChange={(changed) => onChange(value.map((each, at) => (at === place ? changed : each)))}
						prefix={`hechshers[${place}]`}
						problems={problems}
						value={hechsher}
					/>
					<Button
						color="gray"
						leftSection={<IconTrash aria-hidden="true" size={15} />}
						onClick={() => onChange(value.filter((_, at) => at !== place))}
						size="xs"
						variant="subtle"
					>
						Remove hechsher {place + 1}
					</Button>
				</fieldset>
			))}
			<Button
				leftSection={<IconPlus aria-hidden="true" size={16} />}
				onClick={() => onChange([...value, { symbol: "" }])}
				size="xs"
				variant="default"
			>
				Add a hechsher
			</Button>
		</div>
	);
}

/** The problems of one field, by the rest of their key. */
function problemsOf(problems: ReadonlyMap<string, string>, key: string): Map<string, string> {
	return new Map(
		[...problems].flatMap(([at, message]) =>
			at === key || at.startsWith(`${key}.`) || at.startsWith(`${key}[`)
				? [[at.startsWith(`${key}[`) ? "" : at.slice(key.length), message]]
				: [],
		),
	);
}

interface FieldInputProps {
	readonly field: DeclaredField;
	readonly value: unknown;
	readonly onChange: (value: unknown) => void;
	/** Problems by the rest of their key; the empty string stands for the field itself. */
	readonly problems: ReadonlyMap<string, string>;
}

/** The input for a field of a product, according to its declaration. */
function FieldInput({ field, value, onChange, problems }: FieldInputProps) {
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
			return LONG_FIELDS.has(field.field) ? (
				<Textarea
					autosize={false}
					{...common}
					className={classes.long ?? ""}
					onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
					rows={3}
					value={text}
				/>
			) : (
				<TextInput
					{...common}
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
				value={amount ?? ""}
			/>
			<TextInput
				aria-label={`${productWord(field.field)}, daily value`}
				error={problems.get(".dv")}
				label="Daily value"
				onChange={({ currentTarget }) => onChange({ amount, dv: currentTarget.value || null })}
				value={dv ?? ""}
			/>
		</div>
	);
}
