import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

/**
 * The text of a field that asks while somebody types. The field follows what is asked for elsewhere (somebody went back, or cleared it), but not what it
 * asked itself, which may be rendered when more has been typed.
 * @param asked what is asked for now.
 * @param ask told the trimmed text once nobody has typed for a moment.
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
