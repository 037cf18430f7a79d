import type { CaseResult, LeakCase } from "../../../api/routes.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { LargerPicture } from "./LargerPicture.tsx";
import classes from "./Trace.module.css";

/** Where the mark was found: each leak beside the fields that speak for a client. */
export function CaseEvidence({ shown, result }: { readonly shown: LeakCase; readonly result: CaseResult }) {
	const drawn = result.candidates.flatMap((client, place) =>
		client.evidence.map((leak) => ({ client, leak, candidate: place + 1 })),
	);
	if (drawn.length === 0) return null;
	return (
		<Surface
			description="Each leak next to the picture, divided into small fields: green where the leak agrees with the key's mark, red where it does not. The stronger the colour, the more certain. The source is mostly green; for anybody else the colours are mixed."
			title="Where the mark was found"
		>
			{drawn.map(({ client, leak, candidate }) => (
				<figure className={classes.evidence} key={`${leak} ${client.client_id}`}>
					<LargerPicture
						alt={`Leak ${leak} against the mark of ${client.client_name}`}
						path={{ case_id: shown.case_id, leak: String(leak), candidate: String(candidate) }}
						route="GET /admin/traces/{case_id}/evidence/{leak}/{candidate}"
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

/** How others can verify the case without this installation. */
export function CheckedByOthers({ caseId, sha256 }: { readonly caseId: string; readonly sha256: string }) {
	return (
		<Surface
			description="Administrators can download the case file; every download is recorded. It contains the leaks, these pictures without anybody's mark, and the secret numbers that the marks of the named keys in them follow from. Anybody who has it can make unmarked copies of these pictures, so share it in confidence, and only with people who need to check it. The check shows whose mark the leak agrees with; names, products, times and deliveries are stated by you."
			title="Checking it without us"
		>
			<Facts layout="pairs">
				<Fact name="SHA-256 of the case file">
					<code className={classes.digest}>{sha256}</code>
				</Fact>
				<Fact name="With Packshot anywhere">
					<code className={classes.command}>
						packshot trace --case packshot-{caseId}.tar --sha256 {sha256}
					</code>
				</Fact>
			</Facts>
		</Surface>
	);
}
