import { type CaseResult, evidenceUrl, type LeakCase } from "../../../api/traces.ts";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Trace.module.css";

/** Where the mark was found: each leak beside the cells that speak for a client. */
export function CaseEvidence({ shown, result }: { readonly shown: LeakCase; readonly result: CaseResult }) {
	const drawn = result.candidates.flatMap((client, place) =>
		client.evidence.map((leak) => ({ client, leak, candidate: place + 1 })),
	);
	if (drawn.length === 0) return null;
	return (
		<Surface
			description="Each leak next to the picture, divided into cells: green where the leak agrees with the key's mark, red where it does not. The stronger the colour, the more certain. The source is mostly green; for anybody else the colours are mixed."
			title="Where the mark was found"
		>
			{drawn.map(({ client, leak, candidate }) => (
				<figure className={classes.evidence} key={`${leak} ${client.client_id}`}>
					<img
						alt={`Leak ${leak} against the mark of ${client.client_name}`}
						src={evidenceUrl(shown.case_id, leak, candidate)}
					/>
					<figcaption>
						Leak {leak}, <bdi>{client.client_name}</bdi>
						{client.is_named ? null : " (not named)"}
					</figcaption>
				</figure>
			))}
		</Surface>
	);
}
