import { ChildProcess } from "node:child_process";
import { afterAll, vi } from "vitest";

/** What every way of starting a process ends in; not among the declared types. */
interface Spawning {
	spawn(options: object): number;
}

/**
 * Watches the processes that the code under test starts from now on, until the test file ends. Modules are shared by test files, so replacing
 * `node:child_process` would only work for whoever loads it first. @returns a function that lists those that are still there.
 */
export function watchStartedProcesses(): () => ChildProcess[] {
	const spy = vi.spyOn(ChildProcess.prototype as unknown as Spawning, "spawn");
	afterAll(() => spy.mockRestore());
	return () =>
		(spy.mock.contexts as unknown as ChildProcess[]).filter(
			({ exitCode, signalCode }) => exitCode === null && signalCode === null,
		);
}
