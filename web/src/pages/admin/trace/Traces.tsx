import { Anchor } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { Link } from "react-router";
import { KEPT, type ListedCase, useRoute } from "../../../api/routes.ts";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { SearchAndState } from "../../../parts/SearchAndState.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { useAddress, usePageNumber } from "../../../parts/use-address.ts";
import { NewTrace } from "./NewTrace.tsx";
import { isUnderWay, PROGRESS_MS } from "./stages.ts";
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
	const cases = useRoute(
		"GET /admin/traces",
		{ query: { page, ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}) } },
		{ ...KEPT, refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? PROGRESS_MS : false) },
	);
	return (
		<Surface flush title="Cases">
			<SearchAndState label="Name, note, barcode or key" states={STATES} />
			<Listing
				query={cases}
				waiting={4}
				pager={{ noun: ["case", "cases"], onPage: turnTo }}
				columns={caseColumns}
				isDense
				name="Cases"
				rowKey={({ case_id }) => case_id}
			>
				<EmptyState icon={IconFingerprint} title={isNarrowed ? "No such case" : "No cases yet"}>
					{isNarrowed ? null : "Cases are kept here until you delete them."}
				</EmptyState>
			</Listing>
		</Surface>
	);
}

const caseColumns: readonly Column<ListedCase>[] = [
	{
		name: "Case",
		isTitle: true,
		cell: ({ case_id, name }) => (
			<Anchor className={classes.name ?? ""} component={Link} to={`/admin/trace/${case_id}`}>
				<bdi>{name}</bdi>
			</Anchor>
		),
	},
	{ name: "Found", cell: (row) => <StateBadge state={foundState(row)} /> },
	{
		name: "Key",
		cell: ({ named }) =>
			named.length === 0 ? "–" : <bdi>{named.map(({ client_name }) => client_name).join(", ")}</bdi>,
	},
	{ name: "State", cell: ({ state }) => (state === "open" ? "Open" : "Closed") },
	{ name: "Opened", cell: ({ created_at }) => <Ago at={created_at} /> },
	{ name: "Leaks", isNumber: true, cell: ({ leak_count }) => leak_count },
];

export function foundState({ status, verdict }: Pick<ListedCase, "status" | "verdict">): string {
	return status === "done" ? (verdict ?? "inconclusive") : status;
}
