import { TextInput, type TextInputProps } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./TypedText.module.css";
import { useTypedText } from "./use-typed-text.ts";

const TYPING_MS = 250;

interface TypedTextProps
	extends Pick<TextInputProps, "label" | "aria-label" | "placeholder" | "maxLength" | "size"> {
	/** The current search text. */
	readonly value: string;
	/** Called with the trimmed text when typing pauses. */
	readonly onType: (text: string) => void;
	/** The main search field of a list, wider than the filters. */
	readonly isMain?: boolean;
}

/** A field whose text is applied as the user types. */
export function TypedText({ value, onType, isMain = false, size = "sm", ...props }: TypedTextProps) {
	const [text, type] = useTypedText(value, onType, TYPING_MS);
	return (
		<TextInput
			{...props}
			className={isMain ? (classes.main ?? "") : ""}
			dir="auto"
			leftSection={<IconSearch aria-hidden="true" size={16} />}
			onChange={({ currentTarget }) => type(currentTarget.value)}
			size={size}
			type="search"
			value={text}
		/>
	);
}
