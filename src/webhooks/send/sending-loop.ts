import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookSender } from "./sender.ts";

/** How often each process looks for due events: a first attempt starts within 2 s of the commit. */
const EVERY_MS = 400;
/** The same while some wait for a place. */
const SOON_MS = 100;
const AFTER_FAULT_MS = 5000;

interface LoopParts {
	readonly sender: WebhookSender;
	/** Whether sending is paused: during maintenance clients could not read the changes they are notified of. */
	readonly isPaused: () => Promise<boolean>;
	readonly onFault: (fault: unknown) => void;
}

/** Sends in the background until stopped. @returns a function that stops it and waits for the attempts in progress. */
export function keepSending({ sender, isPaused, onFault }: LoopParts): () => Promise<void> {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			const waitMs = await sendDue();
			await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
		}
		await sender.idle();
	};
	const sendDue = async () => {
		try {
			if (await isPaused()) return EVERY_MS;
			return (await sender.round()) ? SOON_MS : EVERY_MS;
		} catch (fault) {
			onFault(fault);
			return AFTER_FAULT_MS;
		}
	};
	const running = run();
	return () => {
		stopping.abort();
		return running;
	};
}
