import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { type ProductPair, useAction, usePages } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import type { Column } from "../../../parts/Listing.tsx";
import { productColumn } from "./catalogue-columns.tsx";
import { WorkList } from "./WorkList.tsx";

/** Products that differ in leading zeros alone, with a button that merges them. */
export function SameGtinList() {
	const list = usePages("GET /admin/catalogue/pairs", { query: { limit: 50 } });
	const [merged, setMerged] = useState<ProductPair>();
	const mayMerge = useSession().data?.account?.roles.includes("administrator") ?? false;
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
		<WorkList
			columns={columns}
			kind="leading_zeros"
			note={mayMerge ? undefined : "An administrator can merge them."}
			query={list}
			rowKey={({ other }) => other.barcode}
		>
			{merged ? <MergeDialog onClose={() => setMerged(undefined)} pair={merged} /> : null}
		</WorkList>
	);
}

interface MergeDialogProps {
	readonly pair: ProductPair;
	readonly onClose: () => void;
}

/** Says what merging does before it is done. */
function MergeDialog({ pair: { keep, other, both_stay }, onClose }: MergeDialogProps) {
	const merge = useAction("POST /admin/catalogue/merge", {
		body: { keep: keep.barcode, other: other.barcode },
	});
	const [kept, gone] = [<bdi key="keep">{keep.barcode}</bdi>, <bdi key="other">{other.barcode}</bdi>];
	return (
		<ConfirmDialog action="Merge" color="petrol" act={merge} onClose={onClose} title="Merge these products?">
			<Text my="1em">
				{kept} keeps all its values; what it lacks is taken from {gone}.
			</Text>
			<Text my="1em">
				{both_stay ? (
					<>Both were delivered, bought or traced, so both stay: only metadata moves, and pictures do not.</>
				) : (
					<>
						Pictures that {kept} lacks move to it, and {gone} is removed. Its history stays, and both changes
						can be undone.
					</>
				)}
			</Text>
		</ConfirmDialog>
	);
}
