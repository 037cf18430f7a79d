import { SingleBar } from "cli-progress";

/** A line that is redrawn on a terminal. */
export interface CountingBar {
	show(text: string): void;
	end(): void;
}

/** Silent unless stderr is a terminal, so that logs stay readable. */
export function countingBar(doing: string): CountingBar {
	if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
	const bar = new SingleBar({
		format: `${doing}  {text}  {duration_formatted}`,
		stream: process.stderr,
		hideCursor: true,
	});
	bar.start(1, 0, { text: "" });
	return { show: (text) => bar.update(0, { text }), end: () => bar.stop() };
}
