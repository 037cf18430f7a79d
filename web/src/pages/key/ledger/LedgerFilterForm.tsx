import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { LedgerFilter } from "../../../api/ledger.ts";
import { kinds } from "./filter.ts";
import classes from "./Ledger.module.css";
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
		<search className={classes.filters}>
			<TextInput
				label="From"
				onChange={(event) => set("from", event.currentTarget.value)}
				size="sm"
				type="date"
				value={filter.from ?? ""}
			/>
			<TextInput
				label="To"
				onChange={(event) => set("to", event.currentTarget.value)}
				size="sm"
				type="date"
				value={filter.to ?? ""}
			/>
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
			{Object.keys(filter).length > 0 ? (
				<Button onClick={() => onChange({})} size="sm" variant="subtle">
					Show all
				</Button>
			) : null}
		</search>
	);
}
