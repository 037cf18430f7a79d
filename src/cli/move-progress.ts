import { SingleBar } from "cli-progress";
import type { MoveWatcher } from "../operations/transfer/order.ts";

/** A redrawn bar per step on a terminal; elsewhere one line per step. */
export function moveProgress(): MoveWatcher & { end(): void } {
	if (!process.stderr.isTTY) {
		let last = "";
		return {
			begin(step) {
				// There are dozens of tables: a log needs only the kind of step.
				const kind = step.replace(/^(copying|comparing) (?!.*pictures).*/, "$1 rows");
				if (kind !== last) process.stderr.write(`packshot: ${kind}\n`);
				last = kind;
			},
			passed: () => undefined,
			end: () => undefined,
		};
	}
	let bar: SingleBar | undefined;
	return {
		begin(step, total) {
			bar?.stop();
			const share = total === undefined ? "{value}" : "{bar} {value}/{total}  {eta_formatted}";
			bar = new SingleBar({
				format: `${step.padEnd(32)} ${share}`,
				stream: process.stderr,
				hideCursor: true,
			});
			bar.start(total ?? 0, 0);
		},
		passed: (count) => bar?.increment(count),
		end: () => bar?.stop(),
	};
}
