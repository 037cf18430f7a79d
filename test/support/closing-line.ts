import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one plain summary line, for readers who only look at the last line. */
export default class ClosingLine implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const counts = { passed: 0, failed: 0, skipped: 0 };
		for (const module of modules) {
			for (const test of module.children.allTests()) {
				const { state } = test.result();
				if (state === "passed" || state === "failed" || state === "skipped") counts[state]++;
			}
			if (module.errors().length > 0) counts.failed++;
		}
		const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
		console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
	}
}
