import { Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { routeUrl } from "../../../api/call.ts";
import {
	type Import,
	type ImportSummary,
	KEPT,
	type Refusal,
	usePages,
	useRefreshOn,
} from "../../../api/routes.ts";
import { formatCount } from "../../../format/credits.ts";
import { reasonInWords } from "../../../format/metadata-words.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { type Column, Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";

const columns: readonly Column<Refusal>[] = [
	{ name: "Where", isTitle: true, cell: ({ source }) => <bdi>{source}</bdi> },
	{ name: "Why", cell: ({ reason }) => <bdi>{reasonInWords(reason)}</bdi> },
	{ name: "Line", isNumber: true, cell: ({ line }) => (line === null ? "–" : formatCount(line)) },
];

interface RefusalsProps {
	readonly batch: Import;
	readonly summary: ImportSummary;
}

/** What was left out and why, by cause; the full list as a file. */
export function Refusals({ batch, summary }: RefusalsProps) {
	const [cause, setCause] = useState("");
	const path = { import_id: batch.import_id };
	const query = { ...(cause === "" ? {} : { cause }), limit: 50 };
	const refusals = usePages("GET /admin/imports/{import_id}/refusals", { path, query }, KEPT);
	useRefreshOn(`${batch.started_at} ${batch.task}`, ["GET /admin/imports/{import_id}/refusals"]);
	const choices = summary.causes.map((each) => ({
		value: each.cause,
		label: `${reasonInWords(each.cause)} (${formatCount(each.count)})`,
	}));
	return (
		<Surface
			actions={
				<Group gap="xs">
					{summary.has_refused_rows ? (
						<DownloadButton href={routeUrl("GET /admin/imports/{import_id}/refused-rows.xlsx", { path })}>
							Rows to mend
						</DownloadButton>
					) : null}
					{(["csv", "ndjson"] as const).map((format) => (
						<DownloadButton
							href={routeUrl(`GET /admin/imports/{import_id}/refusals.${format}`, { path })}
							key={format}
						>
							{format.toUpperCase()}
						</DownloadButton>
					))}
				</Group>
			}
			description={`Kept for 90 days.${summary.has_refused_rows ? " Rows to mend are the rows as they were, with the reason: correct them, and upload that file." : ""}`}
			flush
			title={`Refused (${formatCount(summary.refused)})`}
		>
			<FilterBar>
				<NativeSelect
					flex="1 1 18rem"
					maw="44rem"
					data={[{ value: "", label: `All causes (${formatCount(summary.refused)})` }, ...choices]}
					label="Cause"
					onChange={(event) => setCause(event.currentTarget.value)}
					value={cause}
				/>
			</FilterBar>
			<Listing
				columns={columns}
				isDense
				more="More"
				name="Refused"
				query={refusals}
				rowKey={(row) => `${row.source} ${row.line} ${row.reason}`}
				waiting={4}
			/>
		</Surface>
	);
}
