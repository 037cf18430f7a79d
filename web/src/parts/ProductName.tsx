import { namesIn } from "../format/names-in.ts";
import classes from "./ProductName.module.css";

/** The name of a product or brand. One that holds two scripts stands on two lines, each with its own direction and never torn apart. */
export function ProductName({ children: name }: { readonly children: string }) {
	const names = namesIn(name);
	if (names.length === 1) return <bdi>{name}</bdi>;
	return (
		<>
			{names.map((each) => (
				<span className={classes.line} key={each}>
					<bdi>{each}</bdi>
				</span>
			))}
		</>
	);
}
