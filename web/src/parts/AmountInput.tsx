import { TextInput, type TextInputProps } from "@mantine/core";

/** A field for credits. It does not alter what was typed; `amountProblem` says what is wrong with it. */
export function AmountInput(props: TextInputProps) {
	return (
		<TextInput
			autoComplete="off"
			inputMode="decimal"
			rightSectionWidth={70}
			rightSection="credits"
			{...props}
		/>
	);
}
