import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

beforeEach(() => {
	vi.useFakeTimers();
	onTestFinished(() => {
		vi.useRealTimers();
	});
});

describe("the system clock", () => {
	test("wakes after the given time, and stops listening to the signal", async () => {
		const { signal } = new AbortController();
		const listening = vi.spyOn(signal, "removeEventListener");
		const asleep = systemClock.sleep(1000, signal);
		await vi.advanceTimersByTimeAsync(1000);
		await asleep;
		expect(listening).toHaveBeenCalledOnce();
	});

	test("rejects with the signal's reason when it aborts, leaving no timer behind", async () => {
		const controller = new AbortController();
		const asleep = systemClock.sleep(1000, controller.signal);
		controller.abort("enough");
		await expect(asleep).rejects.toBe("enough");
		expect(vi.getTimerCount()).toBe(0);
	});

	test("does not sleep if the signal is already aborted", async () => {
		await expect(systemClock.sleep(1000, AbortSignal.abort("enough"))).rejects.toBe("enough");
		expect(vi.getTimerCount()).toBe(0);
	});

	test("does not wake immediately from a sleep longer than the maximum timer delay", async () => {
		const wake = vi.fn();
		const controller = new AbortController();
		systemClock.sleep(Number.POSITIVE_INFINITY, controller.signal).then(wake, () => {});
		await vi.advanceTimersByTimeAsync(86_400_000);
		expect(wake).not.toHaveBeenCalled();
		controller.abort();
	});
});
