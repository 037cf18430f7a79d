import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

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
