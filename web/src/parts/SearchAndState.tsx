import { NativeSelect } from "@mantine/core";
import { FilterBar } from "./FilterBar.tsx";
import { TypedText } from "./TypedText.tsx";
import { useFilters } from "./use-address.ts";

interface SearchAndStateProps {
	/** What the search looks for. */
	readonly label: string;
	/** The states by which a list can be filtered. */
	readonly states: readonly { readonly value: string; readonly label: string }[];
}

/** Filters a list by text and state: `search` and `state` in the URL. */
export function SearchAndState({ label, states }: SearchAndStateProps) {
	const [address, set] = useFilters();
	return (
		<FilterBar>
			<TypedText
				isMain
				label={label}
				onType={(typed) => set("search", typed)}
				value={address.get("search") ?? ""}
			/>
			<NativeSelect
				data={[{ value: "", label: "All" }, ...states]}
				label="State"
				onChange={({ currentTarget }) => set("state", currentTarget.value)}
				value={states.find(({ value }) => value === address.get("state"))?.value ?? ""}
			/>
		</FilterBar>
	);
}
