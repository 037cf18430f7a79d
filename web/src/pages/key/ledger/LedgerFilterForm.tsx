import { NativeSelect } from "@mantine/core";
import type { LedgerFilter } from "../../../api/ledger.ts";
import { DayFields } from "../../../parts/DayFields.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { kinds } from "./filter.ts";
import { kindNames } from "./ledger-columns.tsx";

interface LedgerFilterFormProps {
	readonly filter: LedgerFilter;
	readonly onChange: (filter: Record<string, string>) => void;
}

export function LedgerFilterForm({ filter, onChange }: LedgerFilterFormProps) {
	const set = (name: keyof LedgerFilter, value: string) => {
		const { [name]: _old, ...rest } = filter;
		onChange({ ...rest, ...(value === "" ? {} : { [name]: value }) });
	};
	return (
		<FilterBar onShowAll={Object.keys(filter).length > 0 ? () => onChange({}) : undefined}>
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
