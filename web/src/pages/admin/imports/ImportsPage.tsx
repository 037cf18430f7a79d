import { IconFileImport } from "@tabler/icons-react";
import { useUploads } from "../../../imports/uploads.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Listing } from "../../../parts/Listing.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { DropZone } from "./DropZone.tsx";
import { HistoryFilter } from "./HistoryFilter.tsx";
import classes from "./Imports.module.css";
import { importColumns } from "./import-columns.tsx";
import { UploadProgress } from "./UploadProgress.tsx";
import { useImports } from "./use-imports.ts";

/** Importing products and pictures, and the history of all imports. */
export function ImportsPage() {
	const [address, change] = useAddress();
	const uploads = useUploads();
	const [batch, ownership] = [address.get("batch"), address.get("ownership")];
	const filter = { ...(batch ? { batch } : {}), ...(ownership ? { ownership } : {}) };
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<>
			<PageHead
				description="Import products and pictures as ZIP, NDJSON, CSV or Excel. You see what would change before anything does."
				name="Imports"
			/>
			<div className={classes.sheets}>
				<DropZone />
				{uploads.length > 0 ? (
					<Surface title="Uploading">
						<div className={classes.uploads}>
							{uploads.map((upload) => (
								<UploadProgress isNamed key={upload.importId} upload={upload} />
							))}
						</div>
					</Surface>
				) : null}
				<Surface description="From these pages and the command line, newest first." flush title="History">
					<HistoryFilter key={JSON.stringify(filter)} filter={filter} onChange={change} />
					<History filter={filter} isFiltered={isFiltered} />
				</Surface>
			</div>
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
				icon={<IconFileImport size={30} stroke={1.5} />}
				title={isFiltered ? "No import fits this search" : "Nothing was imported yet"}
			>
				{isFiltered ? "Batch and ownership must match exactly." : null}
			</EmptyState>
		</Listing>
	);
}
