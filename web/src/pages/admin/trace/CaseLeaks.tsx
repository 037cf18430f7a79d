import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { CaseLeak, LeakCase } from "../../../api/routes.ts";
import { formatSize } from "../../../format/sizes.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { LargerPicture } from "./LargerPicture.tsx";
import classes from "./Trace.module.css";

const FOUND_BY = {
	barcode: "barcode entered by hand",
	hash: "recognised by its appearance",
	corners: "recognised by its corner points",
} as const;

/** The leaks, and the picture of the catalogue that each one shows. */
export function CaseLeaks({ shown }: { readonly shown: LeakCase }) {
	const { leaks, case_id, status } = shown;
	if (leaks.length === 0) return null;
	return (
		<Surface title={leaks.length === 1 ? "The leak" : "The leaks"}>
			<ol className={classes.leaks}>
				{leaks.map((leak) => (
					<li key={leak.leak}>
						<LargerPicture
							alt={`Leak ${leak.leak}`}
							className={classes.picture}
							path={{ case_id, leak: String(leak.leak) }}
							route="GET /admin/traces/{case_id}/leaks/{leak}"
						/>
						<LeakFacts isTraced={status === "done"} leak={leak} />
					</li>
				))}
			</ol>
		</Surface>
	);
}

function LeakFacts({ leak, isTraced }: { readonly leak: CaseLeak; readonly isTraced: boolean }) {
	const { shows } = leak;
	return (
		<Facts layout="pairs">
			<Fact name="File">
				<bdi>{leak.name ?? `Leak ${leak.leak}`}</bdi>, {leak.width} × {leak.height},{" "}
				{formatSize(leak.size_bytes)}
			</Fact>
			<Fact name="SHA-256">
				<code className={classes.digest}>{leak.sha256}</code>
			</Fact>
			{isTraced ? (
				<Fact name="Shows">
					{shows ? (
						<>
							<Anchor component={Link} to={`/find/${shows.barcode}`}>
								{shows.barcode}
							</Anchor>{" "}
							{shows.variant}, {FOUND_BY[shows.found_by]}
						</>
					) : (
						"No picture in this catalogue"
					)}
				</Fact>
			) : null}
			{shows ? (
				<Fact name="SHA-256 of our picture">
					<code className={classes.digest}>{shows.base_sha256}</code>
				</Fact>
			) : null}
		</Facts>
	);
}
