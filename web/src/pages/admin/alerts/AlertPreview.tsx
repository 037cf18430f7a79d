import { Alert, List, Text } from "@mantine/core";
import type { GivenAlert, AlertPreview as Preview } from "../../../api/routes.ts";
import { alertTitle } from "../../../format/alert-kinds.ts";
import { countInWords } from "../../../format/credits.ts";
import { ProductName } from "../../../parts/ProductName.tsx";
import classes from "./Alerts.module.css";
import { correctionInWords } from "./alert-fields.ts";

interface AlertPreviewProps {
	readonly given: GivenAlert;
	readonly preview: Preview;
}

/** An alert before it is published: as customers read it, and what it does to whom. */
export function AlertPreview({ given, preview }: AlertPreviewProps) {
	const { symbol, designation, message, lots, withholds, barcodes, correction } = given;
	const { problem, unknown, products, symbols, with_hechsher, holders, webhooks, followers } = preview;
	const named = [symbol, designation].filter(Boolean).join(" ");
	return (
		<>
			{problem === null ? null : <Alert color="red">{problem}</Alert>}
			{unknown.length === 0 ? null : (
				<Alert color="red">Not in the catalogue: {unknown.slice(0, 20).join(", ")}</Alert>
			)}
			<article aria-label="The alert" className={classes.alert}>
				<Text fw={650}>
					<bdi>{alertTitle(given)}</bdi>
				</Text>
				<p className={classes.message} dir="auto">
					{message}
				</p>
				{lots === null ? null : (
					<p>
						Lots: <bdi>{lots}</bdi>
					</p>
				)}
			</article>
			<List size="sm">
				<List.Item>
					{countInWords(barcodes.length, "product")}
					{products.length === 0 ? "" : ": "}
					{products.map(({ barcode, name }, place) => (
						<span key={barcode}>
							{place === 0 ? "" : ", "}
							<ProductName>{name ?? barcode}</ProductName>
						</span>
					))}
					{barcodes.length > products.length ? " and others" : ""}
				</List.Item>
				{symbol === null ? null : (
					<List.Item>
						{countInWords(with_hechsher, "product")} of them {with_hechsher === 1 ? "has" : "have"} the
						hechsher <bdi>{named}</bdi>
						{withholds
							? ", which is not served while the alert is live. What is imported meanwhile is withheld too."
							: ", which goes on being served."}
					</List.Item>
				)}
				{correction === null ? null : (
					<List.Item>
						The hechsher <bdi>{named}</bdi> of {countInWords(with_hechsher, "product")} gets:{" "}
						<bdi>{correctionInWords(correction)}</bdi>. That stays when the alert ends.
					</List.Item>
				)}
				<List.Item>{countInWords(holders, "account")} bought any of them, in orders and downloads.</List.Item>
				<List.Item>
					{countInWords(webhooks, "webhook")} {webhooks === 1 ? "is" : "are"} told within two seconds;{" "}
					{countInWords(followers, "other key")} asked for changes or alerts in the last 7 days. Readers of
					the public feed are not counted.
				</List.Item>
			</List>
			{symbol !== null && with_hechsher === 0 ? (
				<Alert color="marigold" title="No product has this hechsher now">
					Is it written as the catalogue has it? The products have{" "}
					{symbols.length === 0 ? "none" : <bdi>{symbols.join(", ")}</bdi>}.
				</Alert>
			) : null}
		</>
	);
}
