import { TextInput, type TextInputProps } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import classes from "./TypedText.module.css";
import { useTypedText } from "./use-typed-text.ts";

const TYPING_MS = 250;

interface TypedTextProps
	extends Pick<TextInputProps, "label" | "aria-label" | "placeholder" | "maxLength" | "size"> {
	/** What is asked for now. */
	readonly value: string;
	/** Told the trimmed text when the typing pauses. */
	readonly onType: (text: string) => void;
	/** The field that a list is searched by, wider than what narrows it. */
	readonly isMain?: boolean;
}

/** A field whose text is asked for while somebody types. */
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
