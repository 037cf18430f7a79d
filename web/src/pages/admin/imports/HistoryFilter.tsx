import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { type ChangeAddress, changed } from "../../../parts/use-address.ts";

interface HistoryFilterProps {
	readonly filter: { readonly batch?: string; readonly ownership?: string };
	readonly onChange: ChangeAddress;
}

/** Filters the history by batch or by owner of the pictures. */
export function HistoryFilter({ filter, onChange }: HistoryFilterProps) {
	const [batch, setBatch] = useState(filter.batch ?? "");
	const [ownership, setOwnership] = useState(filter.ownership ?? "");
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<FilterBar
			onShowAll={isFiltered ? () => onChange(() => new URLSearchParams()) : undefined}
			onSubmit={() =>
				onChange((now) => changed(changed(now, "batch", batch.trim()), "ownership", ownership.trim()))
			}
		>
			<TextInput
				label="Batch"
				onChange={(event) => setBatch(event.currentTarget.value)}
				placeholder="zip_upload"
				size="sm"
				value={batch}
			/>
			<TextInput
				dir="auto"
				label="Ownership"
				onChange={(event) => setOwnership(event.currentTarget.value)}
				size="sm"
				value={ownership}
			/>
			<Button size="sm" type="submit" variant="default">
				Filter
			</Button>
		</FilterBar>
	);
}
