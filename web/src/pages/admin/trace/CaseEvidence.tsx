import { routeUrl } from "../../../api/call.ts";
import type { CaseResult, LeakCase } from "../../../api/shapes.ts";
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
						src={routeUrl("GET /admin/traces/{case_id}/evidence/{leak}/{candidate}", {
							path: { case_id: shown.case_id, leak: String(leak), candidate: String(candidate) },
						})}
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
