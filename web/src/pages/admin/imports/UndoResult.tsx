import type { Import } from "../../../api/shapes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Imports.module.css";

const WHY = { newer: "changed again since", picture_lost: "its former picture is gone" } as const;

/** What was undone, and what was kept. */
export function UndoResult({ undo }: { readonly undo: NonNullable<Import["undo"]> }) {
	const stays = undo.kept_newer + undo.kept_lost;
	return (
		<Surface title="Undone">
			<p className={classes.words}>
				{countInWords(undo.undone, "change")} undone.{" "}
				{stays === 0
					? "Nothing was left out."
					: `${formatCount(stays)} could not be undone, because something newer depends on them:`}
			</p>
			{undo.kept.length > 0 ? (
				<ul className={classes.kept}>
					{undo.kept.map(({ barcode, why }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed for several of its changes
						<li key={`${barcode} ${at}`}>
							<code>{barcode}</code>, {WHY[why]}
						</li>
					))}
				</ul>
			) : null}
		</Surface>
	);
}
