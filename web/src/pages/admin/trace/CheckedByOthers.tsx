import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Trace.module.css";

/** How somebody else checks the case, without this installation. */
export function CheckedByOthers({ caseId, sha256 }: { readonly caseId: string; readonly sha256: string }) {
	return (
		<Surface
			description="The case file holds the leaks, the bases of the pictures and what the bits of the named keys follow from. Whoever has it can make copies of these pictures without a mark, so hand it to those alone who have to check it, in confidence."
			title="Checking it without us"
		>
			<Facts layout="pairs">
				<Fact name="SHA-256 of the case file">
					<code className={classes.digest}>{sha256}</code>
				</Fact>
				<Fact name="With Packshot anywhere">
					<code className={classes.command}>packshot trace --case packshot-{caseId}.tar</code>
				</Fact>
			</Facts>
		</Surface>
	);
}
