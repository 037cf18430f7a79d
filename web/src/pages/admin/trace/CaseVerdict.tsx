import type { CaseResult, LeakCase } from "../../../api/traces.ts";
import { formatCount } from "../../../format/credits.ts";
import { Surface } from "../../../parts/Surface.tsx";
import { formatProbability } from "./probability.ts";
import classes from "./Trace.module.css";

interface CaseVerdictProps {
	readonly result: CaseResult;
	readonly verdict: LeakCase["verdict"];
}

/** What was found, in words first, and how far it carries. */
export function CaseVerdict({ result, verdict }: CaseVerdictProps) {
	const named = result.candidates.filter(({ is_named }) => is_named);
	return (
		<Surface title={verdict === "identified" ? namedTitle(named.length) : "Nobody is named"}>
			<div className={classes.verdict}>
				{named.map((client) => (
					<p className={classes.lead} key={client.client_id}>
						<strong>
							<bdi>{client.client_name}</bdi>
						</strong>
						: the chance that any of the {formatCount(result.clients_scored)} keys scores so without having
						had this copy is {client.probability_words} (
						{formatProbability(client.false_positive_probability)}).
					</p>
				))}
				{named.length === 0 ? <p className={classes.lead}>{nobodyWords(result)}</p> : null}
				{result.origin ? <OriginLine origin={result.origin} /> : null}
				{named.length > 0 ? (
					<p className={classes.quiet}>
						This is evidence, not proof. It tells which delivery the picture comes from, not who passed it on:
						the copy may have been stolen from the holder of the key. Proof needs more: where the picture was
						found, recorded by somebody independent; when the key fetched it, below; and a digest of base and
						seeds that was deposited before the leak was found.
					</p>
				) : null}
			</div>
		</Surface>
	);
}

function namedTitle(keys: number): string {
	return keys === 1 ? "One key is named" : `${keys} keys are named`;
}

function nobodyWords({ candidates }: CaseResult): string {
	return candidates.length === 0
		? "The leaks show no picture that was ever delivered from here."
		: "The picture is known, but no key stands out from chance. Accuse nobody on this basis. A larger copy, or more pictures from the same source, may tell more.";
}

function OriginLine({ origin }: { readonly origin: NonNullable<CaseResult["origin"]> }) {
	const words = {
		delivered: "The leak is a copy that was delivered from here",
		elsewhere: "The same photograph, but not from a copy that was delivered from here",
		unclear: "Whether the leak is a copy delivered from here cannot be told",
	}[origin.verdict];
	const chance =
		origin.verdict === "unclear" ? origin.explanation : formatProbability(origin.false_positive_probability);
	return (
		<p>
			{words} ({chance}).
		</p>
	);
}
