import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useParams } from "react-router";
import { useRoute } from "../../api/routes.ts";
import { FailedPage, PageHead } from "../../parts/Page.tsx";
import { usePrintLight } from "../../parts/use-print-light.ts";
import { WaitingPage } from "../../parts/Waiting.tsx";
import classes from "./CaseReport.module.css";
import { CaseReport } from "./CaseReport.tsx";

/** The report of a case, as a link shows it, to print or to save as PDF. */
export function ReportPage() {
	const { caseId = "" } = useParams();
	const back = { to: `/admin/trace/${caseId}`, name: "Case" };
	const report = useRoute("GET /admin/traces/{case_id}/report", { path: { case_id: caseId } });
	usePrintLight();
	if (report.error)
		return <FailedPage back={back} error={report.error} name="Report" onRetry={() => report.refetch()} />;
	if (!report.data) return <WaitingPage />;
	return (
		<>
			<div className={classes.unprinted}>
				<PageHead
					actions={<PrintButton />}
					back={back}
					description="What you hand over: two pages on paper or as PDF. A link to the case shows the same."
					name="Report"
				/>
			</div>
			<CaseReport report={report.data} />
		</>
	);
}

export function PrintButton() {
	return (
		<Button
			leftSection={<IconPrinter aria-hidden="true" size={17} stroke={1.8} />}
			onClick={() => window.print()}
			variant="default"
		>
			Print
		</Button>
	);
}
