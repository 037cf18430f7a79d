import { NativeSelect } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { type CatalogueChange, usePages } from "../../../api/routes.ts";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useFilters } from "../../../parts/use-address.ts";
import { productColumn, tags } from "./catalogue-columns.tsx";
import { KIND_WORDS, sourceWords } from "./source-words.ts";

const columns: readonly Column<CatalogueChange>[] = [
	productColumn,
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
	const [address, set] = useFilters();
	const isRemoved = address.get("kind") === "removed";
	const changes = usePages("GET /admin/catalogue/changes", {
		query: { limit: 50, ...(isRemoved ? { kind: "removed" } : {}) },
	});
	return (
		<Surface flush title="Changes of all products">
			<FilterBar>
				<NativeSelect
					data={[
						{ value: "", label: "All changes" },
						{ value: "removed", label: "Removed products" },
					]}
					label="Show"
					onChange={({ currentTarget }) => set("kind", currentTarget.value)}
					value={isRemoved ? "removed" : ""}
				/>
			</FilterBar>
			<Listing
				query={changes}
				waiting={8}
				more="Older"
				columns={columns}
				isDense
				name="Changes"
				rowKey={({ change_id }) => change_id}
			>
				<EmptyState
					icon={IconHistory}
					title={isRemoved ? "Nothing was removed" : "Nothing was changed yet"}
				/>
			</Listing>
		</Surface>
	);
}
