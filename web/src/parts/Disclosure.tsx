import { VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Disclosure.module.css";

interface DisclosureProps {
	/** The line that expands it. */
	readonly summary: ReactNode;
	/** What is only visually evident from the line, for screen readers: ` of images`. */
	readonly about: string;
	readonly children: ReactNode;
}

/** Content that is expanded on demand, below a summary line. */
export function Disclosure({ summary, about, children }: DisclosureProps) {
	return (
		<details className={classes.disclosure}>
			<summary>
				<IconChevronRight aria-hidden="true" size={14} stroke={2} />
				{summary}
				<VisuallyHidden>{about}</VisuallyHidden>
			</summary>
			{children}
		</details>
	);
}
