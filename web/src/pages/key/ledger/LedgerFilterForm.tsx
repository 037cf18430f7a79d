import { NativeSelect } from "@mantine/core";
import type { LedgerFilter } from "../../../api/shapes.ts";
import { DayFields } from "../../../parts/DayFields.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { type ChangeAddress, changed } from "../../../parts/use-address.ts";
import { kinds } from "./filter.ts";
import { kindNames } from "./ledger-columns.tsx";

interface LedgerFilterFormProps {
	readonly filter: LedgerFilter;
	readonly onChange: ChangeAddress;
}

export function LedgerFilterForm({ filter, onChange }: LedgerFilterFormProps) {
	const set = (name: string, value: string) => onChange((now) => changed(now, name, value));
	const showAll = () => onChange(() => new URLSearchParams());
	return (
		<FilterBar onShowAll={Object.keys(filter).length > 0 ? showAll : undefined}>
			<DayFields from={filter.from ?? ""} onChange={set} to={filter.to ?? ""} />
			<NativeSelect
				data={[
					{ value: "", label: "All kinds" },
					...kinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
				]}
				label="Kind"
				onChange={(event) => set("kind", event.currentTarget.value)}
				size="sm"
				value={filter.kind ?? ""}
			/>
		</FilterBar>
	);
}
