import { useEffect, useState } from "react";
import { asFailure } from "../../api/failure.ts";
import { useAction } from "../../api/routes.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { usePrintLight } from "../../parts/use-print-light.ts";
import { ColorSchemeToggle } from "../../shell/ColorSchemeToggle.tsx";
import { Wordmark } from "../../shell/Logo.tsx";
import { Splash } from "../../shell/Splash.tsx";
import { CaseReport } from "./CaseReport.tsx";
import { PrintButton } from "./ReportPage.tsx";
import classes from "./SharedCase.module.css";

/** The report of a case for whoever has a link to it. The token stays in the address, which can be opened again until the link ends. */
export function SharedCase() {
	const [token] = useState(() => location.hash.slice(1));
	const opened = useAction("POST /shared-case");
	const { mutate } = opened;
	usePrintLight();
	useEffect(() => {
		document.title = "Report · Packshot";
		mutate({ body: { token } });
	}, [token, mutate]);
	if (!opened.data && !opened.error) return <Splash />;
	return (
		<div className={classes.frame}>
			<header className={classes.bar}>
				<Wordmark />
				<div className={classes.actions}>
					<ColorSchemeToggle />
					{opened.data ? <PrintButton /> : null}
				</div>
			</header>
			<main className={classes.content}>
				{opened.data ? <CaseReport report={opened.data} /> : <NotOpen error={opened.error} />}
			</main>
		</div>
	);
}

function NotOpen({ error }: { readonly error: unknown }) {
	if (asFailure(error).code !== "not_found") return <FailureNotice error={error} />;
	return (
		<PageHead
			description="It has ended, was revoked, or is incomplete. Ask whoever sent it to you."
			name="This link does not work"
		/>
	);
}
