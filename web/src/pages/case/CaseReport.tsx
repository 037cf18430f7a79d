import type { ReactNode } from "react";
import type { CaseReport as Report } from "../../api/routes.ts";
import { formatCount } from "../../format/credits.ts";
import { formatUtc } from "../../format/dates.ts";
import { formatProbability } from "../../format/probabilities.ts";
import { VARIANT_NAMES, VARIANTS } from "../../format/product-words.ts";
import { formatSize } from "../../format/sizes.ts";
import classes from "./CaseReport.module.css";

type Result = NonNullable<Report["result"]>;
type Client = Result["named"][number];

/** A case for somebody who knows nothing of this service, such as a judge: on paper, two pages. It links to nothing. */
export function CaseReport({ report }: { readonly report: Report }) {
	const { name, case_id, opened_at, traced_at, made_at, note, service, operator, result } = report;
	return (
		<article className={classes.report}>
			<header>
				<h1>Report on {report.leaks.length === 1 ? "a leaked picture" : "leaked pictures"}</h1>
				<p className={classes.line}>
					Case <bdi>{name}</bdi>
				</p>
				<p className={classes.small}>
					{case_id}. Opened {formatUtc(opened_at)}
					{traced_at === null ? "" : `, examined ${formatUtc(traced_at)}`}, report made {formatUtc(made_at)}.
					All times are UTC. “The service” is <bdi>{operator.name}</bdi>, which delivers the pictures, at{" "}
					{service}.
					{operator.contact === null ? null : (
						<>
							{" "}
							Its operator answers at <bdi>{operator.contact}</bdi>.
						</>
					)}
				</p>
			</header>
			<Part title="What was found">
				{result ? <Finding result={result} /> : <p>The leaked pictures have not been examined yet.</p>}
				{note === null ? null : (
					<p className={classes.small}>
						Stated by whoever opened the case: <bdi>{note}</bdi>
					</p>
				)}
			</Part>
			<Part title="Which picture">
				<ReportedPictures leaks={report.leaks} />
			</Part>
			{result && result.named.length > 0 ? (
				<>
					<Part title="To whom and when it was delivered">
						{result.named.map((client) => (
							<Delivered client={client} key={client.client_id} />
						))}
					</Part>
					<Part title="Where the mark was found">
						<MarkFound named={result.named} />
					</Part>
				</>
			) : null}
			<MarkAndLimits />
			<Part title="What the report is about, exactly">
				<ReportedFiles report={report} />
			</Part>
		</article>
	);
}

/** What holds for every case. */
function MarkAndLimits() {
	return (
		<>
			<Part title="How the mark works">
				<p>
					Every copy of a picture that is delivered carries an invisible mark: hundreds or thousands of small
					fields of the picture are each left as they are or changed a little, too little to be seen. Which
					fields are changed follows from a secret number that each recipient has one of, so that every
					recipient gets a pattern of their own. To trace a leaked picture, all its fields that can still be
					read are compared with the pattern of every recipient, and they agree with the source's far more
					often than with anybody else's, even after the picture was cropped, reduced in size or saved again.
				</p>
			</Part>
			<Part title="What was not examined">
				<ul>
					<li>
						Who passed the picture on. The mark shows to whom the copy was delivered; it may have been stolen
						there, or passed on by one of several people.
					</li>
					<li>Where and when the leaked picture was found: an independent record has to show that.</li>
					<li>
						Whether names, products, times of delivery and addresses are right: they are from the records of
						the service, and the recipient's own records can confirm or refute them.
					</li>
					<li>
						Whether the service itself made the leaked picture. Whoever runs it could, so something that was
						fixed outside it beforehand is of value, such as a backup with a time stamp.
					</li>
				</ul>
				<p>This is evidence, not proof.</p>
			</Part>
		</>
	);
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	return (
		<section>
			<h2>{title}</h2>
			{children}
		</section>
	);
}

function Finding({ result }: { readonly result: Result }) {
	const { named, named_count, origin, verdict } = result;
	if (verdict === "inconclusive")
		return (
			<p>
				<strong>Nobody is named.</strong> No recipient's mark agrees with the leaked pictures more than chance
				could explain.{" "}
				{origin?.verdict === "delivered" ? "They are copies that were delivered by this service" : null}
				{origin?.verdict === "elsewhere"
					? "They show the same photograph, but are no copies that were delivered by this service"
					: null}
				{origin && origin.verdict !== "unclear"
					? ` (${formatProbability(origin.false_positive_probability)}, if that is wrong).`
					: null}
			</p>
		);
	return (
		<>
			{named.map((client) => (
				<Named client={client} key={client.client_id} />
			))}
			{named_count > named.length ? (
				<p>{formatCount(named_count - named.length)} more are named in the case file.</p>
			) : null}
			<Allowed result={result} />
		</>
	);
}

function Named({ client }: { readonly client: Client }) {
	return (
		<p>
			The mark found is that of the copies which were delivered to{" "}
			<strong>
				<bdi>{client.client_name}</bdi>
			</strong>
			{client.owner_email === null ? null : (
				<>
					, a customer of the service with the address <bdi>{client.owner_email}</bdi>
				</>
			)}
			. If none of them had leaked, a mark that agrees so well would come about by chance with a probability
			of <strong>{client.probability_words}</strong> ({formatProbability(client.false_positive_probability)}).
		</p>
	);
}

/** How often chance could have had its way: every recipient and picture that was tried counts. */
function Allowed({ result: { clients_scored, guesses } }: { readonly result: Result }) {
	return (
		<p>
			That already allows for the {formatCount(clients_scored)}{" "}
			{clients_scored === 1 ? "recipient" : "recipients"} that were tried
			{guesses === null || guesses <= 1
				? ""
				: `, and for the ${formatCount(guesses)} combinations of pictures that were tried`}
			. Somebody is named only below one in a million.
		</p>
	);
}

type Leak = Report["leaks"][number];

function ReportedPictures({ leaks }: { readonly leaks: readonly Leak[] }) {
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
function Delivered({ client }: { readonly client: Client }) {
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
function MarkFound({ named }: { readonly named: readonly Client[] }) {
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

/** What identifies the files of a case, so that nobody can take others for them. */
function ReportedFiles({ report }: { readonly report: Report }) {
	const { case_id, leaks, packshot, result } = report;
	const sha256 = result?.case_sha256 ?? null;
	const examinedWith = result?.packshot ?? null;
	return (
		<>
			<p>
				A file's SHA-256 is a number that is computed from it and that practically no other file shares, so it
				shows whether a file is the one that was examined.
			</p>
			<table className={classes.files}>
				<thead>
					<tr>
						<th scope="col">File</th>
						<th scope="col">SHA-256</th>
					</tr>
				</thead>
				<tbody>
					{leaks.map((leak) => (
						<tr key={leak.leak}>
							<td>
								Leak {leak.leak}: <bdi className={classes.fileName}>{leak.name ?? "without a name"}</bdi>,{" "}
								{formatSize(leak.size_bytes)}
							</td>
							<td>
								<code>{leak.sha256}</code>
							</td>
						</tr>
					))}
					{sha256 === null ? null : (
						<tr>
							<td>Case file</td>
							<td>
								<code>{sha256}</code>
							</td>
						</tr>
					)}
				</tbody>
			</table>
			<p className={classes.small}>
				{examinedWith === null ? "" : `Examined with Packshot ${examinedWith}, `}
				{examinedWith === null ? "Report" : "report"} written by Packshot {packshot}.
				{sha256 === null
					? null
					: " An expert who is given the case file can repeat the comparison anywhere, without access to the service, with:"}
			</p>
			{sha256 === null ? null : (
				<code className={classes.command}>
					packshot trace --case packshot-{case_id}.tar --sha256 {sha256}
				</code>
			)}
		</>
	);
}
