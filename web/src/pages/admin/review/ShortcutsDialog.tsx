import { Modal } from "@mantine/core";
import classes from "./Review.module.css";
import { REVIEW_KEYS } from "./review-keys.ts";

const shown: ReadonlyMap<string, string> = new Map(Object.entries({ ArrowDown: "↓", ArrowUp: "↑" }));

/** The keyboard shortcuts of the queue. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
	return (
		<Modal onClose={onClose} opened title="Keyboard shortcuts">
			<p className={classes.quiet}>
				They work while the focus is in the queue and you are not typing in a field.
			</p>
			<dl className={classes.keys}>
				{REVIEW_KEYS.map(({ keys, action, words }) => (
					<div key={action}>
						<dt>
							{keys.map((key) => (
								<kbd key={key}>{shown.get(key) ?? key}</kbd>
							))}
						</dt>
						<dd>{words}</dd>
					</div>
				))}
			</dl>
		</Modal>
	);
}
