import { Input, SegmentedControl } from "@mantine/core";
import type { Import } from "../../../api/routes.ts";
import classes from "./Imports.module.css";

type Mode = Import["mode"];

/** What happens to the values of existing products, in words. */
export const MODES: Readonly<Record<Mode, { readonly name: string; readonly words: string }>> = {
	replace: {
		name: "Replace",
		words: "The parts of a product that the file has, such as its nutrition, are replaced as a whole.",
	},
	merge: {
		name: "Merge",
		words: "Values in the file win, all others stay. Empty cells erase nothing.",
	},
	fill: {
		name: "Fill in",
		words: "Only what a product lacks is taken from the file.",
	},
};

interface ModeChoiceProps {
	readonly mode: Mode;
	readonly isDisabled: boolean;
	readonly onChange: (mode: Mode) => void;
}

/** The choice between the modes of an import. */
export function ModeChoice({ mode, isDisabled, onChange }: ModeChoiceProps) {
	return (
		<Input.Wrapper
			description={`${MODES[mode].words} Changing this checks the file again.`}
			inputWrapperOrder={["label", "input", "description"]}
			label="Values of existing products"
			labelElement="div"
		>
			<div className={classes.mode}>
				<SegmentedControl
					aria-label="Values of existing products"
					data={Object.entries(MODES).map(([value, { name }]) => ({ value, label: name }))}
					disabled={isDisabled}
					onChange={(value) => onChange(value as Mode)}
					value={mode}
				/>
			</div>
		</Input.Wrapper>
	);
}
