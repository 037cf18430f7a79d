import { Input, SegmentedControl } from "@mantine/core";
import classes from "./Imports.module.css";

/** Choices by their value, each with what it means. */
export type Choices<Value extends string> = Readonly<
	Record<Value, { readonly name: string; readonly words: string }>
>;

interface ChoiceInWordsProps<Value extends string> {
	readonly label: string;
	readonly choices: Choices<Value>;
	readonly value: Value;
	readonly onChange: (value: Value) => void;
	/** What follows the meaning of the one that is chosen. */
	readonly note?: string;
	readonly isDisabled?: boolean;
}

/** A choice with the meaning of what is chosen below it. */
export function ChoiceInWords<Value extends string>(props: ChoiceInWordsProps<Value>) {
	const { label, choices, value, onChange, note, isDisabled = false } = props;
	return (
		<Input.Wrapper
			description={[choices[value].words, note].filter(Boolean).join(" ")}
			inputWrapperOrder={["label", "input", "description"]}
			label={label}
			labelElement="div"
		>
			<div className={classes.mode}>
				<SegmentedControl
					aria-label={label}
					data={Object.keys(choices).map((each) => ({ value: each, label: choices[each as Value].name }))}
					disabled={isDisabled}
					onChange={(chosen) => onChange(chosen as Value)}
					value={value}
				/>
			</div>
		</Input.Wrapper>
	);
}
