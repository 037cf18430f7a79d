import { Anchor } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { type CatalogueRow, useDoubtfulList } from "../../../api/catalogue.ts";
import { asFailure } from "../../../api/failure.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { MoreRows } from "../../../parts/MoreRows.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { NotFound } from "../../NotFound.tsx";
import { catalogueColumns, productColumn, tags } from "./catalogue-columns.tsx";
import { doubtfulWords } from "./doubtful-words.ts";

const withRemarks: readonly Column<CatalogueRow>[] = [
	productColumn,
	{ name: "What", cell: ({ remarks }) => tags(remarks) },
	...catalogueColumns.slice(1),
];

/** The products of one kind of doubtful data. */
export function DoubtfulList() {
	const { kind = "" } = useParams();
	const list = useDoubtfulList(kind);
	const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
	const { name, advice } = doubtfulWords(kind);
	if (list.error && asFailure(list.error).status === 404) return <NotFound />;
	return (
		<Surface
			actions={
				<Anchor component={Link} to="/admin/catalogue/doubtful">
					Whole work list
				</Anchor>
			}
			description={advice}
			flush
			title={name}
		>
			{list.error ? <FailureNotice error={list.error} onRetry={() => list.refetch()} /> : null}
			{list.isPending ? <WaitingRows rows={8} /> : null}
			{list.data && rows.length === 0 ? (
				<EmptyState icon={<IconCircleCheck size={30} stroke={1.5} />} title="All of these are done" />
			) : null}
			{rows.length > 0 ? (
				<DataTable
					columns={rows.some(({ remarks }) => remarks.length > 0) ? withRemarks : catalogueColumns}
					isDense
					name={name}
					rowKey={({ barcode }) => barcode}
					rows={rows}
				/>
			) : null}
			<MoreRows list={list}>Show more</MoreRows>
		</Surface>
	);
}
