import { Checkbox } from "@mantine/core";
import { METADATA, SCOPE_NAMES, VARIANT_NAMES, VARIANTS } from "../format/product-words.ts";
import classes from "./SelectionForm.module.css";
import { EVERYTHING, type Selection } from "./selection.ts";
import { useKept } from "./use-kept.ts";

interface SelectionFormProps {
	readonly selection: Selection;
	readonly locked: Selection;
	readonly onChange: (selection: Selection) => void;
}

/** Selects metadata and pictures. What is locked for the key is disabled, with the reason. */
export function SelectionForm({ selection, locked, onChange }: SelectionFormProps) {
	return (
		<div className={classes.selection}>
			<Choices
				all={METADATA}
				chosen={selection.scopes}
				legend="Data"
				locked={locked.scopes}
				names={SCOPE_NAMES}
				onChange={(scopes) => onChange({ ...selection, scopes })}
			/>
			<Choices
				all={VARIANTS}
				chosen={selection.variants}
				legend="Pictures"
				locked={locked.variants}
				names={VARIANT_NAMES}
				onChange={(variants) => onChange({ ...selection, variants })}
			/>
		</div>
	);
}

interface ChoicesProps<Name extends string> {
	readonly legend: string;
	readonly all: readonly Name[];
	readonly names: Readonly<Record<Name, string>>;
	readonly chosen: readonly Name[];
	readonly locked: readonly Name[];
	readonly onChange: (chosen: Name[]) => void;
}

function Choices<Name extends string>({ legend, all, names, chosen, locked, onChange }: ChoicesProps<Name>) {
	return (
		<fieldset className={classes.choices}>
			<legend>{legend}</legend>
			{all.map((name) => {
				const isLocked = locked.includes(name);
				const isChosen = chosen.includes(name) && !isLocked;
				return (
					<Checkbox
						checked={isChosen}
						disabled={isLocked}
						key={name}
						label={isLocked ? `${names[name]} (not open to you)` : names[name]}
						onChange={() => onChange(all.filter((each) => (each === name) !== chosen.includes(each)))}
					/>
				);
			})}
		</fieldset>
	);
}

/** The last selection of product data. */
export function useSelection() {
	return useKept<Selection>("selection", EVERYTHING);
}

/** The last selected picture size. */
export function usePictureSize() {
	return useKept("size", "full");
}
