import type { CaseResult, LeakCase } from "../../../api/routes.ts";
import { formatCount } from "../../../format/credits.ts";
import { formatProbability } from "../../../format/probabilities.ts";
import { Surface } from "../../../parts/Page.tsx";
import { ClientLink } from "./LeakCandidates.tsx";
import classes from "./Trace.module.css";

interface CaseVerdictProps {
	readonly result: CaseResult;
	readonly verdict: LeakCase["verdict"];
}

/** The result, in words first, and how conclusive it is. */
export function CaseVerdict({ result, verdict }: CaseVerdictProps) {
	const named = result.candidates.filter(({ is_named }) => is_named);
	return (
		<Surface title={verdict === "identified" ? namedTitle(named.length) : "Nobody is named"}>
			<div className={classes.verdict}>
				{named.map((client) => (
					<p className={classes.lead} key={client.client_id}>
						<ClientLink client={client} isStrong />
						{client.owner_email === null ? null : (
							<>
								{" "}
								(<bdi>{client.owner_email}</bdi>)
							</>
						)}
						: the chance that any of the {formatCount(result.clients_scored)} keys would score this high
						without having received this copy is {client.probability_words} (
						{formatProbability(client.false_positive_probability)}).
					</p>
				))}
				{named.length === 0 ? <p className={classes.lead}>{nobodyWords(result)}</p> : null}
				{result.origin ? <OriginLine origin={result.origin} /> : null}
				{named.length > 0 ? (
					<p className="note">
						This is evidence, not proof. It shows which delivery the picture came from, not who passed it on:
						the copy may have been stolen from the key's owner. For proof you also need an independent record
						of where the picture was found, the time at which the key fetched it (see below), and something
						that shows what was stored here before the leak was found, such as a backup with a time stamp.
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
		? "The leaks do not show any picture that was ever delivered from here."
		: "The picture was recognised, but no key scores higher than chance could explain. Do not accuse anybody on this basis. A larger copy, or more pictures from the same source, may give a clearer result.";
}

function OriginLine({ origin }: { readonly origin: NonNullable<CaseResult["origin"]> }) {
	const words = {
		delivered: "The leak is a copy that was delivered from here",
		elsewhere: "The leak is the same photograph, but not a copy that was delivered from here",
		unclear: "There is no telling whether the leak is a copy that was delivered from here",
	}[origin.verdict];
	const chance =
		origin.verdict === "unclear" ? origin.explanation : formatProbability(origin.false_positive_probability);
	return (
		<p>
			{words} ({chance}).
		</p>
	);
}
