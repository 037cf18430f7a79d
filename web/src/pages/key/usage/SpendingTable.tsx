import { SegmentedControl } from "@mantine/core";
import { KEPT, type Spending, type SpendingQuery, useRoute } from "../../../api/routes.ts";
import { formatCount, formatExact } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { type Column, DataTable } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { type SpendingLine, spendingLines } from "./spending-lines.ts";

interface SpendingTableProps {
	readonly by: SpendingQuery["by"];
	readonly onBy: (by: string) => void;
	readonly range: Pick<SpendingQuery, "from" | "to">;
}

/** Spending by brand, or by company prefix of the barcodes. */
export function SpendingTable({ by: asked, onBy, range: { from, to } }: SpendingTableProps) {
	const { client_id, locks } = useShownKey();
	const mayReadBrands = !locks.some((lock) => lock === "info" || lock === "info.brand");
	const by = mayReadBrands ? asked : "prefix";
	const spending = useRoute(
		"GET /keys/{client_id}/spending",
		{ path: { client_id }, query: { by, from, to } },
		KEPT,
	);
	return (
		<Surface
			actions={
				mayReadBrands ? (
					<SegmentedControl
						aria-label="Group by"
						data={[
							{ value: "brand", label: "By brand" },
							{ value: "prefix", label: "By barcode prefix" },
						]}
						onChange={onBy}
						value={by}
					/>
				) : null
			}
			description={descriptionFor(by, spending.data)}
			flush
			title="Products"
		>
			{spending.error ? <FailureNotice error={spending.error} onRetry={() => spending.refetch()} /> : null}
			{spending.isPending ? <WaitingRows rows={5} /> : null}
			{spending.data ? (
				<DataTable
					columns={columnsFor(by)}
					isStale={spending.isPlaceholderData}
					name="Spending by product"
					rowKey={({ key }) => key}
					rows={spendingLines(spending.data, by)}
				/>
			) : null}
		</Surface>
	);
}

function columnsFor(by: SpendingQuery["by"]): readonly Column<SpendingLine>[] {
	return [
		{
			name: by === "brand" ? "Brand" : "Prefix",
			isTitle: true,
			cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : <bdi>{name}</bdi>),
		},
		{ name: "Charges", isNumber: true, cell: ({ charges }) => formatCount(charges) },
		{ name: "Credits", isNumber: true, cell: ({ credits }) => formatExact(credits) },
	];
}

function descriptionFor(by: SpendingQuery["by"], spending: Spending | undefined): string {
	const what =
		by === "brand"
			? "What was spent on products of each brand, highest first."
			: "What was spent on products by the first seven digits of their barcodes, highest first.";
	if (!spending || spending.uncounted === 0) return what;
	return `${what} The newest ${formatCount(spending.uncounted)} charges are still being added up.`;
}
