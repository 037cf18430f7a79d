import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { type ListSummary, useRoute } from "../../api/routes.ts";
import { useKept } from "../../basket/use-kept.ts";
import { formatCount } from "../../format/credits.ts";
import { type Column, Listing } from "../../parts/Listing.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { useBroughtList } from "./brought-list.ts";
import { ListForKey } from "./ListForKey.tsx";
import { LeftOutCells, ListForm } from "./ListForm.tsx";
import classes from "./Lists.module.css";
import type { LeftOut, ReadList } from "./read-list.ts";

const DESCRIPTION =
	"Paste the barcodes of your shop to see what is available, what is missing and what it costs.";

/** Lists of barcodes: a new one, which a reload keeps, and saved ones. */
export function ListsPage() {
	const [text, setText] = useKept("list-text", "");
	const [barcodes, setBarcodes] = useKept<readonly string[] | null>("list", null);
	const [brought, take] = useBroughtList();
	useEffect(() => {
		if (!brought) return;
		take();
		// What is not saved yet stays: it may be a shop's whole afternoon.
		const isTyped = barcodes === null && text.trim() !== "";
		setText([text, ...brought].filter((line) => line.trim() !== "").join("\n"));
		if (!isTyped) setBarcodes([...new Set([...(barcodes ?? []), ...brought])]);
		if (isTyped || barcodes) notifySuccess("What you checked before was added to your list.");
	}, [brought, take, text, setText, barcodes, setBarcodes]);
	const [others, setOthers] = useState<readonly LeftOut[]>([]);
	const read = (list: ReadList) => {
		setOthers(list.others);
		setBarcodes(list.barcodes);
	};
	const begin = () => {
		setBarcodes(null);
		setText("");
	};
	if (barcodes === null) {
		return (
			<>
				<PageHead description={DESCRIPTION} name="Lists" />
				<div className={classes.lists}>
					<ListForm onRead={read} onText={setText} text={text} />
					<SavedLists />
				</div>
			</>
		);
	}
	const head = (
		<>
			<PageHead
				actions={
					<Button onClick={begin} variant="default">
						Another list
					</Button>
				}
				name="Your list"
			/>
			<LeftOutCells others={others} />
		</>
	);
	return (
		<ListForKey barcodes={barcodes} head={head} list={undefined} onChange={setBarcodes} onSaved={begin} />
	);
}

const columns: readonly Column<ListSummary>[] = [
	{
		name: "List",
		isTitle: true,
		cell: ({ list_id, name }) => (
			<Link className={classes.link} to={`/lists/${list_id}`}>
				<bdi>{name}</bdi>
			</Link>
		),
	},
	{ name: "Barcodes", isNumber: true, cell: ({ barcode_count }) => formatCount(barcode_count) },
	{ name: "Changed", cell: ({ changed_at }) => <Ago at={changed_at} /> },
];

function SavedLists() {
	const lists = useRoute("GET /lists");
	return (
		<Surface description="Open one to see what is new." flush title="Saved lists">
			<Listing
				columns={columns}
				name="Saved lists"
				query={lists}
				rowKey={({ list_id }) => list_id}
				waiting={2}
			>
				<p className={classes.none}>None yet. Check a list, then give it a name.</p>
			</Listing>
		</Surface>
	);
}
