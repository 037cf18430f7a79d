import { Anchor, Button, Checkbox, Group, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import {
	type KosherCertificate,
	type KosherList,
	useAction,
	usePages,
	useRoute,
} from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { formatDay } from "../../../format/dates.ts";
import { DayField } from "../../../parts/DayField.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { ProductName } from "../../../parts/ProductName.tsx";
import { Thumbnail } from "../../../parts/Thumbnail.tsx";
import { done } from "../../../parts/toast.tsx";
import { usePageNumber } from "../../../parts/use-address.ts";
import { productColumn } from "../catalogue/catalogue-columns.tsx";
import classes from "./Kosher.module.css";

interface CertificatesProps {
	readonly list: KosherList;
	readonly name: string;
}

/** The certificates of a list, each with its products, and what can be done with many of them at once. */
export function Certificates({ list, name }: CertificatesProps) {
	const [page, turnTo] = usePageNumber();
	const certificates = useRoute("GET /admin/kosher/certificates", { query: { list, page } });
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const rows = certificates.data?.data ?? [];
	const ids = rows.map(({ certificate_id }) => certificate_id).filter((id) => chosen.has(id));
	const choose = (given: readonly string[], isChosen: boolean) =>
		setChosen((before) => {
			const after = new Set(before);
			for (const id of given) isChosen ? after.add(id) : after.delete(id);
			return after;
		});
	return (
		<>
			{rows.length > 0 ? (
				<Tools all={rows.map(({ certificate_id }) => certificate_id)} chosen={ids} onChoose={choose} />
			) : null}
			<Listing
				columns={columnsOf(chosen, choose)}
				details={(certificate) => <Details certificate={certificate} />}
				name={name}
				pager={{ noun: ["certificate", "certificates"], onPage: turnTo }}
				query={certificates}
				rowKey={({ certificate_id }) => certificate_id}
				waiting={6}
			>
				<EmptyState icon={IconCircleCheck} title="No certificates in this list" />
			</Listing>
		</>
	);
}

interface ToolsProps {
	readonly all: readonly string[];
	readonly chosen: readonly string[];
	readonly onChoose: (ids: readonly string[], isChosen: boolean) => void;
}

function Tools({ all, chosen, onChoose }: ToolsProps) {
	const [until, setUntil] = useState("");
	const set = useAction("POST /admin/kosher/certificates");
	const today = new Date().toISOString().slice(0, 10);
	const latest = `${Number(today.slice(0, 4)) + 10}${today.slice(4)}`;
	const send = (body: { valid_until?: string }, what: string) =>
		set.mutate(
			{ body: { certificate_ids: [...chosen], ...body } },
			done(`${countInWords(chosen.length, "certificate")} ${what}.`, () => onChoose(all, false)),
		);
	return (
		<Group align="end" className={classes.tools} gap="sm">
			<Checkbox
				checked={chosen.length === all.length}
				className={classes.every}
				indeterminate={chosen.length > 0 && chosen.length < all.length}
				label={chosen.length === 0 ? "All of this page" : `${chosen.length} chosen`}
				onChange={(event) => onChoose(all, event.currentTarget.checked)}
			/>
			<Button
				disabled={chosen.length === 0}
				loading={set.isPending}
				onClick={() => send({}, "checked today")}
				variant="default"
			>
				Checked today
			</Button>
			<DayField label="Renewed until" max={latest} min={today} onChange={setUntil} value={until} />
			<Button
				disabled={chosen.length === 0 || until === ""}
				loading={set.isPending}
				onClick={() => send({ valid_until: until }, `renewed until ${formatDay(until)}`)}
			>
				Renew
			</Button>
			<FailureNotice error={set.error} title="Nothing was changed" />
		</Group>
	);
}

function columnsOf(
	chosen: ReadonlySet<string>,
	choose: ToolsProps["onChoose"],
): readonly Column<KosherCertificate>[] {
	return [
		{
			name: "Certificate",
			isTitle: true,
			cell: ({ certificate_id: id, symbol }) => (
				<Checkbox
					checked={chosen.has(id)}
					label={
						<>
							<bdi>{symbol}</bdi> · <bdi>{id}</bdi>
						</>
					}
					onChange={(event) => choose([id], event.currentTarget.checked)}
				/>
			),
		},
		{ name: "Valid until", cell: ({ valid_until }) => dayText(valid_until) },
		{ name: "Checked", cell: ({ checked_on }) => dayText(checked_on) },
		{
			name: "Products",
			cell: ({ products, first_products }) => (
				<div className={classes.pictures}>
					{first_products.map(({ barcode, name, thumbnail }) => (
						<Link key={barcode} to={`/admin/catalogue/${barcode}`}>
							<Thumbnail name="" sizePx={32} version={thumbnail} />
							<span className="unseen">
								<ProductName>{name ?? barcode}</ProductName>
							</span>
						</Link>
					))}
					<span className="figures">{countInWords(products, "product")}</span>
				</div>
			),
		},
	];
}

function dayText(day: string | null): string {
	return day === null ? "–" : formatDay(day);
}

/** What else a certificate says, and all products that rest on it. */
function Details({ certificate }: { readonly certificate: KosherCertificate }) {
	const { certificate_id, issued_on, source, note } = certificate;
	const products = usePages("GET /admin/kosher/products", { query: { certificate_id } });
	return (
		<div className={classes.details}>
			{issued_on ? <Text size="sm">Issued on {formatDay(issued_on)}.</Text> : null}
			{source ? (
				<Text size="sm">
					Source:{" "}
					{source.startsWith("https://") ? <Anchor href={source}>{source}</Anchor> : <bdi>{source}</bdi>}
				</Text>
			) : null}
			{note ? (
				<Text size="sm">
					Note: <bdi>{note}</bdi>
				</Text>
			) : null}
			<Listing
				columns={[productColumn]}
				isDense
				more="Show more"
				name={`Products of ${certificate_id}`}
				query={products}
				rowKey={({ barcode }) => barcode}
				waiting={4}
			/>
		</div>
	);
}
