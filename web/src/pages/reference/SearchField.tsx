import { CloseButton, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";

interface SearchFieldProps {
	readonly query: string;
	readonly onChange: (query: string) => void;
	/** Opens the first result. */
	readonly onEnter: () => void;
}

/** `/` focuses it from anywhere on the page, arrow down moves to the first result, Enter opens that. */
export function SearchField({ query, onChange, onEnter }: SearchFieldProps) {
	const field = useRef<HTMLInputElement>(null);
	useHotkeys([["/", () => field.current?.focus()]]);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape") onChange("");
		if (event.key === "Enter") onEnter();
		if (event.key !== "ArrowDown") return;
		event.preventDefault();
		document.querySelector<HTMLAnchorElement>("[data-result]")?.focus();
	};
	return (
		<TextInput
			aria-label="Search the reference"
			autoComplete="off"
			leftSection={<IconSearch size={16} stroke={1.8} />}
			onChange={(event) => onChange(event.currentTarget.value)}
			onKeyDown={onKeyDown}
			placeholder="Search"
			ref={field}
			rightSection={
				query === "" ? null : (
					<CloseButton aria-label="Clear the search" onClick={() => onChange("")} size="sm" />
				)
			}
			spellCheck={false}
			type="search"
			value={query}
		/>
	);
}
