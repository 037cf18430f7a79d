import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFileImport } from "@tabler/icons-react";
import { Link } from "react-router";
import { routeUrl } from "../../../api/call.ts";
import type { Import } from "../../../api/routes.ts";
import { formatCount } from "../../../format/credits.ts";
import { batchName } from "../../../format/names.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { changed, useAddress } from "../../../parts/use-address.ts";
import { DropZone } from "./DropZone.tsx";
import { ImportStateBadge } from "./ImportStateBadge.tsx";
import classes from "./Imports.module.css";
import { nameOf } from "./import-state.ts";
import { RunningUploads } from "./UploadProgress.tsx";
import { useImports } from "./use-imports.ts";

/** Importing products and pictures, and the history of all imports. */
export function ImportsPage() {
	const [address] = useAddress();
	const [batch, ownership] = [address.get("batch"), address.get("ownership")];
	const filter = { ...(batch ? { batch } : {}), ...(ownership ? { ownership } : {}) };
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<>
			<PageHead
				actions={
					<DownloadButton href={routeUrl("GET /admin/import-template.xlsx", {})}>Template</DownloadButton>
				}
				description="Import products and pictures as ZIP, NDJSON, CSV or Excel. You see what would change before anything does."
				name="Imports"
			/>
			<Stack gap="1.5rem">
				<DropZone />
				<RunningUploads />
				<Surface description="From these pages and the command line, newest first." flush title="History">
					<HistoryFilter key={JSON.stringify(filter)} filter={filter} />
					<History filter={filter} isFiltered={isFiltered} />
				</Surface>
			</Stack>
		</>
	);
}

interface HistoryProps {
	readonly filter: { readonly batch?: string; readonly ownership?: string };
	readonly isFiltered: boolean;
}

function History({ filter, isFiltered }: HistoryProps) {
	const imports = useImports(filter, 25);
	return (
		<Listing
			query={imports}
			waiting={5}
			more="Older imports"
			columns={importColumns}
			isDense
			name="Imports"
			rowKey={({ import_id }) => import_id}
		>
			<EmptyState
				icon={IconFileImport}
				title={isFiltered ? "No import fits this search" : "Nothing was imported yet"}
			>
				{isFiltered ? "Batch and ownership must match exactly." : null}
			</EmptyState>
		</Listing>
	);
}

/** Filters the history by batch or by owner of the pictures. */
function HistoryFilter({ filter }: Pick<HistoryProps, "filter">) {
	const [, change] = useAddress();
	const form = useForm({
		initialValues: { batch: filter.batch ?? "", ownership: filter.ownership ?? "" },
	});
	return (
		<FilterBar
			isFiltered={Object.keys(filter).length > 0}
			onSubmit={form.onSubmit(({ batch, ownership }) =>
				change((now) => changed(changed(now, "batch", batch.trim()), "ownership", ownership.trim())),
			)}
		>
			<TextInput label="Batch" {...form.getInputProps("batch")} />
			<TextInput label="Ownership" {...form.getInputProps("ownership")} />
			<Button type="submit" variant="default">
				Filter
			</Button>
		</FilterBar>
	);
}

/** Columns of the import history. */
const importColumns: readonly Column<Import>[] = [
	{
		name: "File",
		isTitle: true,
		cell: (batch) => (
			<Link className={classes.name ?? ""} to={`/admin/imports/${batch.import_id}`}>
				<bdi>{nameOf(batch)}</bdi>
			</Link>
		),
	},
	{ name: "State", cell: (batch) => <ImportStateBadge batch={batch} /> },
	{ name: "Products", isNumber: true, cell: (batch) => changedText(batch, "products") },
	{ name: "Pictures", isNumber: true, cell: (batch) => changedText(batch, "images") },
	{ name: "Refused", isNumber: true, cell: ({ report, check }) => count((report ?? check)?.refused) },
	{
		name: "Batch",
		cell: ({ batch }) => <bdi className={classes.batch}>{batchName(batch) ?? "Not named"}</bdi>,
	},
	{ name: "Ownership", cell: ({ ownership }) => (ownership === null ? "–" : <bdi>{ownership}</bdi>) },
	{
		name: "By",
		cell: ({ by, uploaded_by }) => <bdi className={classes.by}>{by ?? uploaded_by ?? "Command line"}</bdi>,
	},
	{ name: "When", cell: ({ created_at }) => <Moment at={created_at} /> },
];

/** How many are new or changed, according to the import or, before that, the dry run. */
function changedText({ report, check }: Import, what: "products" | "images"): string {
	const counts = (report ?? check)?.[what];
	return count(counts && counts.created + counts.updated);
}

function count(number: number | undefined): string {
	return number === undefined ? "–" : formatCount(number);
}
