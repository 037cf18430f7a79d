import { Anchor, Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { type ProductPair, usePairs } from "../../../api/catalogue.ts";
import { useSession } from "../../../api/session.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { MoreRows } from "../../../parts/MoreRows.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { productColumn } from "./catalogue-columns.tsx";
import { doubtfulWords } from "./doubtful-words.ts";
import { MergeDialog } from "./MergeDialog.tsx";

/** Products that differ in leading zeros alone, with a button that merges them. */
export function SameGtinList() {
	const list = usePairs();
	const [merged, setMerged] = useState<ProductPair>();
	const mayMerge = useSession().data?.account?.roles.includes("administrator") ?? false;
	const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
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
			{list.error ? <FailureNotice error={list.error} onRetry={() => list.refetch()} /> : null}
			{list.isPending ? <WaitingRows rows={8} /> : null}
			{list.data && rows.length === 0 && !list.hasNextPage ? (
				<EmptyState icon={<IconCircleCheck size={30} stroke={1.5} />} title="All of these are done" />
			) : null}
			{rows.length > 0 ? (
				<DataTable columns={columns} isDense name={name} rowKey={({ other }) => other.barcode} rows={rows} />
			) : null}
			<MoreRows list={list}>Show more</MoreRows>
			{merged ? <MergeDialog onClose={() => setMerged(undefined)} pair={merged} /> : null}
		</Surface>
	);
}
