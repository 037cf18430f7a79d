import type { CaseReport } from "../../api/routes.ts";
import { formatCount } from "../../format/credits.ts";
import { formatUtc } from "../../format/dates.ts";
import { VARIANT_NAMES, VARIANTS } from "../../format/product-words.ts";
import classes from "./CaseReport.module.css";

type Leak = CaseReport["leaks"][number];
type Client = NonNullable<CaseReport["result"]>["named"][number];

export function ReportedPictures({ leaks }: { readonly leaks: readonly Leak[] }) {
	const others = leaks.filter(({ picture }) => picture === null);
	return (
		<>
			<div className={classes.pictures}>
				{leaks.map((leak) =>
					leak.picture === null ? null : (
						<figure key={leak.leak}>
							<img alt={`Leak ${leak.leak}`} src={leak.picture} />
							<figcaption>
								Leak {leak.leak}
								{leak.width === null ? "" : `, ${leak.width} × ${leak.height} pixels`}: <Shows leak={leak} />
							</figcaption>
						</figure>
					),
				)}
			</div>
			{others.length > 0 ? (
				<p className={classes.small}>
					Not shown here:{" "}
					{others.map((leak) => (
						<span key={leak.leak}>
							leak {leak.leak}, <Shows leak={leak} />{" "}
						</span>
					))}
				</p>
			) : null}
		</>
	);
}

function Shows({ leak: { shows } }: { readonly leak: Leak }) {
	if (!shows) return "no picture of this service.";
	const variant = VARIANTS.find((one) => one === shows.variant);
	return (
		<>
			<bdi>{shows.product_name ?? "a product"}</bdi>,{" "}
			{variant ? VARIANT_NAMES[variant].toLowerCase() : shows.variant} (barcode {shows.barcode}).
		</>
	);
}

/** When a client fetched the picture. */
export function Delivered({ client }: { readonly client: Client }) {
	const { client_name, client_id, delivery_count, deliveries } = client;
	const whom = (
		<>
			<bdi>{client_name}</bdi> <span className={classes.small}>({client_id})</span>
		</>
	);
	if (delivery_count === 0)
		return <p>{whom}: there is no record of a delivery, so this result deserves doubt.</p>;
	const isPartial = delivery_count > deliveries.length;
	return (
		<>
			<p>
				{whom} fetched it {delivery_count === 1 ? "once" : `${formatCount(delivery_count)} times`}
				{isPartial ? `; the last ${deliveries.length === 1 ? "time" : `${deliveries.length} times`}` : null}:
			</p>
			<ul className={classes.deliveries}>
				{deliveries.map(({ at, address }, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and the list never changes
					<li key={place}>
						{formatUtc(at)}
						{address === null ? "" : `, from the network address ${address}`}
					</li>
				))}
			</ul>
		</>
	);
}

/** The leaks beside the fields that agree and disagree with a client's mark. */
export function MarkFound({ named }: { readonly named: readonly Client[] }) {
	return (
		<>
			<p>
				Left, the leak; right, the picture, faint, with its fields: green where the leak agrees with the mark
				of the named recipient, red where it does not, and the stronger the colour, the clearer. For the
				source, green prevails; for anybody else, both colours are mixed.
			</p>
			<div className={`${classes.pictures} ${classes.evidence}`}>
				{named.flatMap((client) =>
					client.evidence.map(({ leak, picture }) =>
						picture === null ? null : (
							<figure key={`${client.client_id} ${leak}`}>
								<img alt={`Leak ${leak} against the mark of ${client.client_name}`} src={picture} />
								<figcaption>
									Leak {leak}, <bdi>{client.client_name}</bdi>
								</figcaption>
							</figure>
						),
					),
				)}
			</div>
		</>
	);
}
