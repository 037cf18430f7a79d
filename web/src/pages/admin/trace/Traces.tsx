import { IconFingerprint } from "@tabler/icons-react";
import { useCases } from "../../../api/traces.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { SearchAndState } from "../../../parts/SearchAndState.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useAddress, usePageNumber } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { caseColumns } from "./case-columns.tsx";
import { NewTrace } from "./NewTrace.tsx";
import classes from "./Trace.module.css";

/** A form for tracing leaks, and the existing cases. */
export function Traces() {
	return (
		<>
			<PageHead
				description="Drop pictures that turned up elsewhere: the mark in them shows which key they were delivered to."
				name="Trace"
			/>
			<div className={classes.sheets}>
				<NewTrace />
				<Cases />
			</div>
		</>
	);
}

const STATES = [
	{ value: "open", label: "Open" },
	{ value: "closed", label: "Closed" },
] as const;

function Cases() {
	const [address] = useAddress();
	const text = address.get("search") ?? "";
	const [page, turnTo] = usePageNumber();
	const state = STATES.find(({ value }) => value === address.get("state"))?.value;
	const isNarrowed = text !== "" || state !== undefined;
	const cases = useCases({ page, ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}) });
	const rows = cases.data?.data ?? [];
	return (
		<Surface flush title="Cases">
			<SearchAndState label="Name, note, barcode or key" states={STATES} />
			{cases.error ? <FailureNotice error={cases.error} onRetry={() => cases.refetch()} /> : null}
			{cases.isPending ? <WaitingRows rows={4} /> : null}
			{cases.data && rows.length === 0 ? (
				<EmptyState
					icon={<IconFingerprint size={30} stroke={1.5} />}
					title={isNarrowed ? "No such case" : "No cases yet"}
				>
					{isNarrowed ? null : "Cases are kept here until you delete them."}
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
				<Pager noun={["case", "cases"]} onPage={turnTo} pagination={cases.data.pagination} />
			) : null}
		</Surface>
	);
}
