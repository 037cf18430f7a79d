import { SingleBar } from "cli-progress";

/** Prints a message for the person running the command. */
export type Say = (line: string) => void;

/** A progress display. */
export interface Progress {
	advance(): void;
	end(): void;
}

/** A bar on stderr; nothing unless that is a terminal, so that logs stay readable. */
export function progressBar(what: string, total: number): Progress {
	if (!process.stderr.isTTY || total === 0) return { advance: () => undefined, end: () => undefined };
	const format = `${what} [{bar}] {value}/{total}  {eta_formatted}`;
	const bar = new SingleBar({ format, stream: process.stderr, barsize: 30, etaBuffer: 100 });
	bar.start(total, 0);
	return { advance: () => bar.increment(), end: () => bar.stop() };
}
