import { Checkbox } from "@mantine/core";
import { METADATA, SCOPE_NAMES, VARIANT_NAMES, VARIANTS } from "../format/product-words.ts";
import { useRemembered } from "../parts/use-remembered.ts";
import classes from "./WishForm.module.css";
import { EVERYTHING, type Wish } from "./wish.ts";

interface WishFormProps {
	readonly wish: Wish;
	readonly locked: Wish;
	readonly onChange: (wish: Wish) => void;
}

/** Selects metadata and pictures. What is locked for the key is disabled, with the reason. */
export function WishForm({ wish, locked, onChange }: WishFormProps) {
	return (
		<div className={classes.wish}>
			<Choices
				all={METADATA}
				chosen={wish.scopes}
				legend="Data"
				locked={locked.scopes}
				names={SCOPE_NAMES}
				onChange={(scopes) => onChange({ ...wish, scopes })}
			/>
			<Choices
				all={VARIANTS}
				chosen={wish.variants}
				legend="Pictures"
				locked={locked.variants}
				names={VARIANT_NAMES}
				onChange={(variants) => onChange({ ...wish, variants })}
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
						label={isLocked ? `${names[name]} (locked for this key)` : names[name]}
						onChange={() => onChange(all.filter((each) => (each === name) !== chosen.includes(each)))}
						size="sm"
					/>
				);
			})}
		</fieldset>
	);
}

/** The last selection of product data in this browser. */
export function useWish() {
	return useRemembered<Wish>("packshot-wish", EVERYTHING);
}

/** The last selected picture size. */
export function usePictureSize() {
	return useRemembered("packshot-size", "full");
}
