import { Button, Group, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import {
	type Import,
	type ImportSummary,
	type Refusal,
	refusalsUrl,
	useRefusals,
} from "../../../api/imports.ts";
import { formatCount } from "../../../format/credits.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { MoreRows } from "../../../parts/MoreRows.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "./Imports.module.css";

const columns: readonly Column<Refusal>[] = [
	{ name: "Where", isTitle: true, cell: ({ source }) => <bdi className={classes.source}>{source}</bdi> },
	{ name: "Why", cell: ({ reason }) => <bdi className={classes.source}>{reason}</bdi> },
	{ name: "Line", isNumber: true, cell: ({ line }) => (line === null ? "–" : formatCount(line)) },
];

interface RefusalsProps {
	readonly batch: Import;
	readonly summary: ImportSummary;
}

/** What was left out and why, by cause; the full list as a file. */
export function Refusals({ batch, summary }: RefusalsProps) {
	const [cause, setCause] = useState("");
	const shown = `${batch.started_at} ${batch.task}`;
	const refusals = useRefusals(batch.import_id, cause === "" ? undefined : cause, shown);
	const rows = refusals.data?.pages.flatMap(({ data }) => data) ?? [];
	const choices = summary.causes.map((each) => ({
		value: each.cause,
		label: `${each.cause} (${formatCount(each.count)})`,
	}));
	return (
		<Surface
			actions={
				<Group gap="xs">
					{(["csv", "ndjson"] as const).map((format) => (
						<Button
							component="a"
							download
							href={refusalsUrl(batch.import_id, format)}
							key={format}
							leftSection={<IconDownload aria-hidden="true" size={16} stroke={1.7} />}
							size="sm"
							variant="default"
						>
							{format.toUpperCase()}
						</Button>
					))}
				</Group>
			}
			description="Kept for 90 days."
			flush
			title={`Refused (${formatCount(summary.refused)})`}
		>
			<FilterBar>
				<NativeSelect
					className={classes.causes ?? ""}
					data={[{ value: "", label: `All causes (${formatCount(summary.refused)})` }, ...choices]}
					label="Cause"
					onChange={(event) => setCause(event.currentTarget.value)}
					size="sm"
					value={cause}
				/>
			</FilterBar>
			{refusals.error ? <FailureNotice error={refusals.error} onRetry={() => refusals.refetch()} /> : null}
			{refusals.isPending ? <WaitingRows rows={4} /> : null}
			{rows.length > 0 ? (
				<DataTable
					columns={columns}
					isDense
					isStale={refusals.isPlaceholderData}
					name="Refused"
					rowKey={(row) => `${row.source} ${row.line} ${row.reason}`}
					rows={rows}
				/>
			) : null}
			<MoreRows list={refusals}>More</MoreRows>
		</Surface>
	);
}
