import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import classes from "./Alerts.module.css";

const WAYS = [
	{ value: "search", label: "that a search finds" },
	{ value: "brand", label: "of a brand" },
	{ value: "certificate", label: "that rest on a certificate" },
] as const;
type Way = (typeof WAYS)[number]["value"];

/** Adds the barcodes of products by search, brand or certificate. */
export function ProductPicker({ onAdd }: { readonly onAdd: (barcodes: readonly string[]) => void }) {
	const [by, setBy] = useState<Way>("search");
	const [text, setText] = useState("");
	const find = useAction("POST /admin/alerts/products");
	const add = () =>
		find.mutate({ body: { by, text: text.trim() } }, { onSuccess: ({ barcodes }) => onAdd(barcodes) });
	const isEmpty = text.trim() === "";
	return (
		<fieldset className={classes.picker}>
			<legend>Add products</legend>
			<NativeSelect
				aria-label="Which products"
				data={[...WAYS]}
				onChange={(event) => setBy(event.currentTarget.value as Way)}
				value={by}
			/>
			<TextInput
				aria-label="Words, brand or id of the certificate"
				dir="auto"
				onChange={(event) => setText(event.currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key !== "Enter") return;
					event.preventDefault();
					if (!isEmpty) add();
				}}
				value={text}
			/>
			<Button disabled={isEmpty} loading={find.isPending} onClick={add} variant="default">
				Add
			</Button>
			<Text aria-live="polite" c="dimmed" className={classes.found} size="sm">
				{find.data ? `${countInWords(find.data.barcodes.length, "product")} found.` : ""}
				{find.data?.has_more ? " There are more than an alert may name." : ""}
			</Text>
			<FailureNotice error={find.error} />
		</fieldset>
	);
}
