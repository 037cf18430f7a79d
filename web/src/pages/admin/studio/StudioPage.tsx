import { Stack } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Import } from "../../../api/routes.ts";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { DropZone } from "../imports/DropZone.tsx";
import { ImportStateBadge } from "../imports/ImportStateBadge.tsx";
import importClasses from "../imports/Imports.module.css";
import { nameOf } from "../imports/import-state.ts";
import { RunningUploads } from "../imports/UploadProgress.tsx";
import { useImports } from "../imports/use-imports.ts";

/** Raw pictures of memory cards, on their way into the catalogue. */
export function StudioPage() {
	const cards = useImports({ is_card: "true" }, 25);
	return (
		<>
			<PageHead
				description="Pictures as the camera named them: the studio reads the barcodes, groups them by product and cuts them out. You correct the groups; then they are imported."
				name="Studio"
			/>
			<Stack gap="1.5rem">
				<DropZone isCard />
				<RunningUploads />
				<Surface description="Those that were imported are in the history of Imports." flush title="Cards">
					<Listing
						columns={COLUMNS}
						isDense
						more="Older cards"
						name="Cards"
						query={cards}
						rowKey={({ import_id }) => import_id}
						waiting={3}
					>
						<EmptyState icon={IconCamera} title="No card is waiting" />
					</Listing>
				</Surface>
			</Stack>
		</>
	);
}

const COLUMNS: readonly Column<Import>[] = [
	{
		name: "Card",
		isTitle: true,
		cell: (batch) => (
			<Link className={importClasses.name ?? ""} to={`/admin/studio/${batch.import_id}`}>
				<bdi>{nameOf(batch)}</bdi>
			</Link>
		),
	},
	{ name: "State", cell: (batch) => <ImportStateBadge batch={batch} /> },
	{ name: "By", cell: ({ by }) => <bdi>{by}</bdi> },
	{ name: "When", cell: ({ created_at }) => <Moment at={created_at} /> },
	{ name: "Deleted", cell: ({ expires_at }) => (expires_at === null ? "–" : <Moment at={expires_at} />) },
];

export { CardPage } from "./CardPage.tsx";
