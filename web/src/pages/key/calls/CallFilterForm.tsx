import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { DayFields } from "../../../parts/DayFields.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { type ChangeAddress, changed } from "../../../parts/use-address.ts";
import classes from "./Calls.module.css";

interface CallFilterFormProps {
	readonly search: URLSearchParams;
	readonly onChange: ChangeAddress;
}

const FIELDS = ["search", "outcome", "error", "from", "to"];

/** Filters the list. Text is applied on Enter or when the field is left. */
export function CallFilterForm({ search, onChange }: CallFilterFormProps) {
	const [text, setText] = useState(search.get("search") ?? "");
	const set = (name: string, value: string) => {
		if (value === (search.get(name) ?? "")) return;
		onChange((now) => changed(now, name, value));
	};
	const showAll = () => {
		setText("");
		onChange(() => new URLSearchParams());
	};
	return (
		<FilterBar
			onShowAll={FIELDS.some((name) => search.has(name)) ? showAll : undefined}
			onSubmit={() => set("search", text.trim())}
		>
			<TextInput
				className={classes.search ?? ""}
				label="Barcode or request id"
				leftSection={<IconSearch aria-hidden="true" size={16} />}
				onBlur={() => set("search", text.trim())}
				onChange={(event) => setText(event.currentTarget.value)}
				size="sm"
				value={text}
			/>
			<NativeSelect
				data={[
					{ value: "", label: "All calls" },
					{ value: "ok", label: "Answered" },
					{ value: "error", label: "Refused or failed" },
				]}
				label="Outcome"
				onChange={(event) => set("outcome", event.currentTarget.value)}
				size="sm"
				value={search.get("outcome") ?? ""}
			/>
			<DayFields from={search.get("from") ?? ""} onChange={set} to={search.get("to") ?? ""} />
		</FilterBar>
	);
}
