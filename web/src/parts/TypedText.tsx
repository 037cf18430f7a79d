import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import classes from "./TypedText.module.css";

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

export function TypedText({ value, onType, isMain = false, size = "sm", ...props }: TypedTextProps) {
	const [text, type] = useTypedText(value, onType, TYPING_MS);
	return (
		<TextInput
			{...props}
			className={isMain ? (classes.main ?? "") : ""}
			leftSection={<IconSearch aria-hidden="true" size={16} />}
			onChange={({ currentTarget }) => type(currentTarget.value)}
			size={size}
			type="search"
			value={text}
		/>
	);
}

/**
 * The text of a field that is applied as the user types. The field follows changes from elsewhere (going back, or clearing it), but not those it
 * made itself, which may be rendered after more has been typed.
 * @param asked the text currently applied.
 * @param ask called with the trimmed text once typing has paused.
 */
export function useTypedText(
	asked: string,
	ask: (text: string) => void,
	quietMs: number,
): [string, (typed: string) => void] {
	const [text, setText] = useState(asked);
	const last = useRef(asked);
	const askSoon = useDebouncedCallback((typed: string) => {
		last.current = typed;
		ask(typed);
	}, quietMs);
	useEffect(() => {
		if (asked === last.current) return;
		last.current = asked;
		setText(asked);
	}, [asked]);
	const type = (typed: string) => {
		setText(typed);
		askSoon(typed.trim());
	};
	return [text, type];
}
