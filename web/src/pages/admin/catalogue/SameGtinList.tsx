import { Anchor, Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { useSession } from "../../../api/session.ts";
import type { ProductPair } from "../../../api/shapes.ts";
import { usePages } from "../../../api/use-route.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { productColumn } from "./catalogue-columns.tsx";
import { doubtfulWords } from "./doubtful-words.ts";
import { MergeDialog } from "./MergeDialog.tsx";

/** Products that differ in leading zeros alone, with a button that merges them. */
export function SameGtinList() {
	const list = usePages("GET /admin/catalogue/pairs", { query: { limit: 50 } });
	const [merged, setMerged] = useState<ProductPair>();
	const mayMerge = useSession().data?.account?.roles.includes("administrator") ?? false;
	const { name, advice } = doubtfulWords("leading_zeros");
	const columns: readonly Column<ProductPair>[] = [
		{ name: "Stays", isTitle: true, cell: ({ keep }) => productColumn.cell(keep) },
		{ name: "Is merged into it", cell: ({ other }) => productColumn.cell(other) },
		...(mayMerge
			? [
					{
						name: "Merge",
						isActions: true,
						cell: (pair: ProductPair) => (
							<Button onClick={() => setMerged(pair)} size="xs" variant="default">
								Merge
							</Button>
						),
					},
				]
			: []),
	];
	return (
		<Surface
			actions={
				<Anchor component={Link} to="/admin/catalogue/doubtful">
					Whole work list
				</Anchor>
			}
			description={mayMerge ? advice : `${advice} An administrator can merge them.`}
			flush
			title={name}
		>
			<Listing
				query={list}
				waiting={8}
				more="Show more"
				columns={columns}
				isDense
				name={name}
				rowKey={({ other }) => other.barcode}
			>
				{list.hasNextPage ? null : (
					<EmptyState icon={<IconCircleCheck size={30} stroke={1.5} />} title="All of these are done" />
				)}
			</Listing>
			{merged ? <MergeDialog onClose={() => setMerged(undefined)} pair={merged} /> : null}
		</Surface>
	);
}
