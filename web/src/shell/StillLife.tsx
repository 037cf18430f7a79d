import wide from "./still-life.webp";
import small from "./still-life-small.webp";

/** Products of the demo, rendered, cut out and arranged by scripts/write-still-life.ts. */
export function StillLife() {
	return (
		<picture>
			<source media="(max-width: 60em)" srcSet={small} />
			<img alt="" decoding="async" height={640} src={wide} width={1240} />
		</picture>
	);
}
