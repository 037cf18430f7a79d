import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Trace.module.css";

/** How others can verify the case without this installation. */
export function CheckedByOthers({ caseId, sha256 }: { readonly caseId: string; readonly sha256: string }) {
	return (
		<Surface
			description="Administrators can download the case file; every download is recorded. It contains the leaks, the base pictures and the data from which the marks of the named keys are derived. Anybody who has it can make unmarked copies of these pictures, so share it in confidence, and only with people who need to check it. The check shows whose bits the leak agrees with; names, products, times and deliveries are stated by you."
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
