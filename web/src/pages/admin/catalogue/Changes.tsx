import { Anchor, NativeSelect } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { Link } from "react-router";
import { type CatalogueChange, useCatalogueChanges } from "../../../api/catalogue.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { MoreRows } from "../../../parts/MoreRows.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { changed, useAddress } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { tags } from "./catalogue-columns.tsx";
import { KIND_WORDS, sourceWords } from "./source-words.ts";

const columns: readonly Column<CatalogueChange>[] = [
	{
		name: "Product",
		isTitle: true,
		cell: ({ barcode }) => (
			<Anchor className="figures" component={Link} fw={600} to={`/admin/catalogue/${barcode}`}>
				{barcode}
			</Anchor>
		),
	},
	{ name: "Change", cell: ({ kind }) => KIND_WORDS[kind] },
	{
		name: "Details",
		cell: ({ changed }) => tags(changed.map((name) => name.replace("images.", ""))),
	},
	{ name: "By", cell: ({ source }) => <bdi>{sourceWords(source)}</bdi> },
	{ name: "When", cell: ({ at }) => <Moment at={at} /> },
];

/** Changes to any product, newest first; also the way to removed products. */
export function Changes() {
	const [address, change] = useAddress();
	const isRemoved = address.get("kind") === "removed";
	const changes = useCatalogueChanges(isRemoved);
	const rows = changes.data?.pages.flatMap(({ data }) => data) ?? [];
	return (
		<Surface flush title="Changes of all products">
			<FilterBar>
				<NativeSelect
					data={[
						{ value: "", label: "All changes" },
						{ value: "removed", label: "Removed products" },
					]}
					label="Show"
					onChange={({ currentTarget }) => change((now) => changed(now, "kind", currentTarget.value))}
					size="sm"
					value={isRemoved ? "removed" : ""}
				/>
			</FilterBar>
			{changes.error ? <FailureNotice error={changes.error} onRetry={() => changes.refetch()} /> : null}
			{changes.isPending ? <WaitingRows rows={8} /> : null}
			{changes.data && rows.length === 0 ? (
				<EmptyState
					icon={<IconHistory size={30} stroke={1.5} />}
					title={isRemoved ? "Nothing was removed" : "Nothing was changed yet"}
				/>
			) : null}
			{rows.length > 0 ? (
				<DataTable
					columns={columns}
					isDense
					name="Changes"
					rowKey={({ change_id }) => change_id}
					rows={rows}
				/>
			) : null}
			<MoreRows list={changes}>Older</MoreRows>
		</Surface>
	);
}
