import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { Candidate, CaseResult } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { formatCount } from "../../../format/credits.ts";
import { formatProbability } from "../../../format/probabilities.ts";
import { type Column, DataTable } from "../../../parts/Listing.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { mayOpen } from "../../../shell/admin-pages.ts";
import classes from "./Trace.module.css";

const columns: readonly Column<Candidate>[] = [
	{
		name: "Key",
		isTitle: true,
		cell: ({ client_id, client_name, owner_email, is_named }) => (
			<div className={classes.chance}>
				<ClientLink client={{ client_id, client_name }} isStrong={is_named} />
				<small>{owner_email === null ? client_id : <bdi>{owner_email}</bdi>}</small>
			</div>
		),
	},
	{
		name: "By chance",
		cell: ({ probability_words, false_positive_probability }) => (
			<div className={classes.chance}>
				{probability_words}
				<small>{formatProbability(false_positive_probability)}</small>
			</div>
		),
	},
	{ name: "Fetched it", isNumber: true, cell: ({ delivery_count }) => `${formatCount(delivery_count)}×` },
	{ name: "Score", isNumber: true, cell: ({ score }) => score.toFixed(1) },
];

/** The key's page, for those who may open it. */
export function ClientLink({
	client: { client_id, client_name },
	isStrong,
}: {
	readonly client: Pick<Candidate, "client_id" | "client_name">;
	readonly isStrong: boolean;
}) {
	const account = useSession().data?.account;
	const className = isStrong ? classes.name : undefined;
	if (!account || !mayOpen(account, "/admin/clients")) return <bdi className={className}>{client_name}</bdi>;
	return (
		<Anchor
			{...(className === undefined ? {} : { className })}
			component={Link}
			to={`/keys/${client_id}/policy`}
		>
			<bdi>{client_name}</bdi>
		</Anchor>
	);
}

/** The clients by score, and when the named ones fetched the picture. */
export function LeakCandidates({ result }: { readonly result: CaseResult }) {
	const { candidates } = result;
	if (candidates.length === 0) return null;
	const shown = candidates.filter(({ is_named }, place) => is_named || place === 0);
	return (
		<>
			<Surface
				description="Some key always comes first. Only keys with a chance below one in a million are named."
				flush
				title="Keys by score"
			>
				<DataTable
					columns={columns}
					isDense
					name="Keys by score"
					rowKey={({ client_id }) => client_id}
					rows={candidates}
				/>
			</Surface>
			{shown.map((client) => (
				<Deliveries client={client} key={client.client_id} />
			))}
		</>
	);
}

const deliveryColumns: readonly Column<Candidate["deliveries"][number]>[] = [
	{ name: "Fetched", isTitle: true, cell: ({ at }) => <UtcMoment at={at} /> },
	{ name: "From address", cell: ({ address }) => address ?? "No longer kept" },
	{
		name: "Asked for in the pages by",
		cell: ({ person }) => (person === null ? "–" : <bdi>{person}</bdi>),
	},
	{
		name: "Request id",
		cell: ({ request_id }) =>
			request_id === null ? "–" : <code className={classes.digest}>{request_id}</code>,
	},
];

function Deliveries({ client }: { readonly client: Candidate }) {
	const { deliveries, delivery_count, client_name } = client;
	const title = (
		<>
			When <bdi>{client_name}</bdi> fetched it
		</>
	);
	if (delivery_count === 0)
		return (
			<Surface title={title}>
				<p className={classes.note}>
					Never. Be sceptical of a result for a key that never fetched the picture.
				</p>
			</Surface>
		);
	return (
		<Surface
			description={
				delivery_count > deliveries.length
					? `The last ${deliveries.length} of ${formatCount(delivery_count)}.`
					: undefined
			}
			flush
			title={title}
		>
			<DataTable
				columns={deliveryColumns}
				isDense
				name={`Deliveries to ${client_name}`}
				rowKey={({ at, request_id }) => `${at} ${request_id}`}
				rows={deliveries}
			/>
		</Surface>
	);
}
