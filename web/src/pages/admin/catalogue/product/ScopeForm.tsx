import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { DeclaredScope } from "../../../../api/routes.ts";
import { productWord } from "../../../../format/products.ts";
import { Surface } from "../../../../parts/Page.tsx";
import { emptyScope, emptyValue, type Fields, type Scope, type ScopeValue } from "./draft.ts";
import { FieldInput } from "./FieldInput.tsx";
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
