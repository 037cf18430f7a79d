import { Alert } from "@mantine/core";
import { formatCount } from "../../format/credits.ts";
import classes from "./Lists.module.css";
import type { LeftOut } from "./read-list.ts";

const SHOWN = 8;

/** Cells that are not barcodes, each with its line and the reason. */
export function LeftOutCells({ others }: { readonly others: readonly LeftOut[] }) {
	if (others.length === 0) return null;
	return (
		<Alert color="marigold" title={`${formatCount(others.length)} left out: not barcodes`} variant="light">
			<ul className={classes.others}>
				{others.slice(0, SHOWN).map(({ line, text, problem }) => (
					<li key={`${line} ${text}`}>
						Line {formatCount(line)}
						{text === "" ? null : (
							<>
								, <bdi>{text.slice(0, 60)}</bdi>
							</>
						)}
						: {problem}
					</li>
				))}
			</ul>
			{others.length > SHOWN ? <div>And {formatCount(others.length - SHOWN)} more.</div> : null}
		</Alert>
	);
}
