import { VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Disclosure.module.css";

interface DisclosureProps {
	/** The line that opens it. */
	readonly summary: ReactNode;
	/** What the line leaves to the eye, for whoever hears it: ` of images`. */
	readonly about: string;
	readonly children: ReactNode;
}

/** Something that is shown on demand, below a line that says what it is. */
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
