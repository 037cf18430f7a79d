import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFingerprint, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCases } from "../../../api/traces.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { caseColumns } from "./case-columns.tsx";
import { NewTrace } from "./NewTrace.tsx";
import classes from "./Trace.module.css";

/** Leaks to trace, and the cases that were made of them. */
export function Traces() {
	return (
		<>
			<PageHead
				description="Drop pictures that turned up elsewhere: the mark in them tells which key they were delivered to."
				name="Trace"
			/>
			<div className={classes.sheets}>
				<NewTrace />
				<Cases />
			</div>
		</>
	);
}

const TYPING_MS = 250;
const STATES = ["open", "closed"] as const;
const STATE_CHOICES = [
	{ value: "", label: "All" },
	{ value: "open", label: "Open" },
	{ value: "closed", label: "Closed" },
];

function Cases() {
	const [search, setSearch] = useSearchParams();
	const [typed, setTyped] = useState(search.get("search") ?? "");
	const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
	const [page, setPage] = useState(1);
	const state = STATES.find((name) => name === search.get("state"));
	const isNarrowed = text !== "" || state !== undefined;
	const cases = useCases({ page, ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}) });
	const rows = cases.data?.data ?? [];
	return (
		<Surface flush title="Cases">
			<FilterBar>
				<TextInput
					className={classes.search ?? ""}
					dir="auto"
					label="Name, note, barcode or key"
					leftSection={<IconSearch aria-hidden="true" size={16} />}
					onChange={(event) => {
						setTyped(event.currentTarget.value);
						setPage(1);
					}}
					size="sm"
					type="search"
					value={typed}
				/>
				<NativeSelect
					data={STATE_CHOICES}
					label="State"
					onChange={({ currentTarget: { value } }) => {
						setSearch(value === "" ? {} : { state: value }, { replace: true });
						setPage(1);
					}}
					size="sm"
					value={state ?? ""}
				/>
			</FilterBar>
			{cases.error ? <FailureNotice error={cases.error} onRetry={() => cases.refetch()} /> : null}
			{cases.isPending ? <WaitingRows rows={4} /> : null}
			{cases.data && rows.length === 0 ? (
				<EmptyState
					icon={<IconFingerprint size={30} stroke={1.5} />}
					title={isNarrowed ? "No such case" : "No cases yet"}
				>
					{isNarrowed ? null : "What you trace is kept here until you delete it."}
				</EmptyState>
			) : null}
			{rows.length > 0 ? (
				<DataTable
					columns={caseColumns}
					isDense
					isStale={cases.isPlaceholderData}
					name="Cases"
					rowKey={({ case_id }) => case_id}
					rows={rows}
				/>
			) : null}
			{cases.data && rows.length > 0 ? (
				<Pager noun={["case", "cases"]} onPage={setPage} pagination={cases.data.pagination} />
			) : null}
		</Surface>
	);
}
