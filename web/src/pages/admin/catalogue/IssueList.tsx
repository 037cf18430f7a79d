import { Button, Stack } from "@mantine/core";
import { useParams } from "react-router";
import { asFailure } from "../../../api/failure.ts";
import { type CatalogueRow, useAction, usePages } from "../../../api/routes.ts";
import type { Column } from "../../../parts/Listing.tsx";
import { NotFound } from "../../NotFound.tsx";
import { catalogueColumns, picturesColumn, productColumn, tags } from "./catalogue-columns.tsx";
import { WorkList } from "./WorkList.tsx";

const remarksColumn: Column<CatalogueRow> = { name: "What", cell: ({ remarks }) => tags(remarks) };

const factsColumn: Column<CatalogueRow> = {
	name: "The facts",
	cell: ({ remarks }) => (
		<Stack gap={0}>
			{remarks.map((fact) => (
				<Fact key={fact} fact={fact} />
			))}
		</Stack>
	),
};

/** Where it stands and what it says may be in different scripts. */
function Fact({ fact }: { readonly fact: string }) {
	const [place = "", ...said] = fact.split(": ");
	if (said.length === 0) return <span>{fact}</span>;
	return (
		<span>
			<bdi>{place}</bdi>: <bdi>{said.join(": ")}</bdi>
		</span>
	);
}

/** What is doubtful about pictures is put right where the product's pictures are. */
function columnsOf(kind: string, rows: readonly CatalogueRow[]): readonly Column<CatalogueRow>[] {
	if (kind.startsWith("conflict:"))
		return [
			productColumn,
			factsColumn,
			{ name: "", cell: ({ barcode }) => <LookedAt kind={kind} barcode={barcode} /> },
		];
	const isAboutPictures = /^(note:|unmarkable$|missing:image_meta$)/.test(kind);
	return [
		isAboutPictures ? picturesColumn : productColumn,
		...(rows.some(({ remarks }) => remarks.length > 0) ? [remarksColumn] : []),
		...catalogueColumns.slice(1),
	];
}

function LookedAt({ kind, barcode }: { readonly kind: string; readonly barcode: string }) {
	const look = useAction("POST /admin/catalogue/doubtful/{kind}/looked-at");
	return (
		<Button
			aria-label={`Looked at ${barcode}`}
			disabled={look.isPending}
			onClick={() => look.mutate({ path: { kind }, body: { barcodes: [barcode] } })}
			size="compact-sm"
			title="Silent until one of the two changes"
			variant="default"
		>
			Looked at
		</Button>
	);
}

/** The products of one kind of data issue. */
export function IssueList() {
	const { kind = "" } = useParams();
	const list = usePages("GET /admin/catalogue/doubtful/{kind}", { path: { kind }, query: { limit: 50 } });
	const rows = list.data?.data ?? [];
	if (list.error && asFailure(list.error).status === 404) return <NotFound />;
	return (
		<WorkList columns={columnsOf(kind, rows)} kind={kind} query={list} rowKey={({ barcode }) => barcode} />
	);
}
