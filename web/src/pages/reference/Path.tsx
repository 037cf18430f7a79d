import { Fragment } from "react";

/** A path that wraps only after slashes, as long as each part fits. */
export function Path({ children }: { readonly children: string }) {
	const parts = children.split("/").slice(1);
	return (
		<span>
			{parts.map((part, place) => (
				<Fragment key={parts.slice(0, place + 1).join("/")}>
					/{part}
					<wbr />
				</Fragment>
			))}
		</span>
	);
}
