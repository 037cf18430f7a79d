import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconListSearch, IconPlayerPlay, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Call, KEPT, usePages } from "../../../api/routes.ts";
import { causeOf } from "../../../format/refusals.ts";
import { Identifier } from "../../../parts/Copy.tsx";
import { DayFields } from "../../../parts/DayField.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useAddress, useFilters } from "../../../parts/use-address.ts";
import { ChargeLines } from "../ChargeLines.tsx";
import { useShownKey } from "../KeyPage.tsx";
import classes from "./Calls.module.css";
import { callColumns, endpointOf } from "./call-columns.tsx";
import { callFilterOf } from "./call-filter.ts";

/** Every call that the key made, one line each. The filter is in the URL, so that a view can be shared. */
export function Calls() {
	const { client_id, state } = useShownKey();
	const [search] = useAddress();
	const filter = callFilterOf(search);
	const calls = usePages(
		"GET /keys/{client_id}/calls",
		{ path: { client_id }, query: { ...filter, limit: 50 } },
		KEPT,
	);
	const rows = calls.data?.data ?? [];
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<Surface
			description={
				filter.error === undefined
					? "Newest first. A call appears as soon as it is answered."
					: `Refused: ${causeOf(filter.error).name}. ${causeOf(filter.error).advice}`
			}
			flush
			title="Calls"
		>
			<CallFilterForm key={search.get("search")} />
			<Listing
				query={calls}
				waiting={8}
				more={rows.length === 0 ? "None of the newest calls match; search older ones" : "Older calls"}
				columns={callColumns(state === "active" ? client_id : undefined)}
				details={(call) => <CallDetails call={call} />}
				isDense
				name="Calls"
				rowKey={({ request_id }) => request_id}
			>
				{calls.hasNextPage ? null : (
					<EmptyState icon={IconListSearch} title={isFiltered ? "No call matches" : "No calls yet"}>
						{isFiltered
							? "Calls are kept for 90 days unless the operator has set a different period."
							: state === "active"
								? "Make one in Try it, or from your program."
								: "This key made no calls while it was active."}
					</EmptyState>
				)}
			</Listing>
		</Surface>
	);
}

/** The cost and origin of a call, with a link for repeating it. */
function CallDetails({ call }: { readonly call: Call }) {
	const key = useShownKey();
	const endpoint = endpointOf(call);
	return (
		<Group align="stretch" gap="0.75rem 4rem" justify="space-between" pb="0.5rem" pt="0.375rem">
			<div className={classes.outcome}>
				{call.error === null ? null : (
					<p>
						<code className={classes.code}>{call.error}</code> {causeOf(call.error).advice}
					</p>
				)}
				<ChargeLines lines={call.lines} />
				{call.status < 400 && call.lines.length === 0 ? <p>Free of charge.</p> : null}
				{endpoint && key.state === "active" ? (
					<Button
						component={Link}
						leftSection={<IconPlayerPlay aria-hidden="true" size={15} />}
						size="xs"
						to={`../try?${new URLSearchParams({ endpoint: endpoint.id, ...(call.barcode === null ? {} : { barcode: call.barcode }) })}`}
						variant="default"
					>
						Run again in Try it
					</Button>
				) : null}
			</div>
			<Facts layout="pairs">
				<Fact name="Route">
					<code className={classes.code}>
						{call.method} {call.route}
					</code>
				</Fact>
				<Fact name="From">{call.address}</Fact>
				<Fact name="Request id">
					<Identifier id={call.request_id} name="request id" />
				</Fact>
			</Facts>
		</Group>
	);
}

const FIELDS = ["search", "outcome", "error", "from", "to"];

/** Filters the list. Text is applied on Enter or when the field is left. */
function CallFilterForm() {
	const [search, apply] = useFilters();
	const [text, setText] = useState(search.get("search") ?? "");
	const set = (name: string, value: string) => {
		if (value !== (search.get(name) ?? "")) apply(name, value);
	};
	return (
		<FilterBar
			isFiltered={FIELDS.some((name) => search.has(name))}
			onSubmit={() => set("search", text.trim())}
		>
			<TextInput
				flex="1 1 16rem"
				maw="26rem"
				label="Barcode or request id"
				leftSection={<IconSearch aria-hidden="true" size={16} />}
				onBlur={() => set("search", text.trim())}
				onChange={(event) => setText(event.currentTarget.value)}
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
				value={search.get("outcome") ?? ""}
			/>
			<DayFields from={search.get("from") ?? ""} onChange={set} to={search.get("to") ?? ""} />
		</FilterBar>
	);
}
