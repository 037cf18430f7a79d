import { lookAtPicture } from "@packshot/studio/card";
import { cutOut } from "@packshot/studio/cutout";
import sharp from "sharp";
import { serveTasks } from "../platform/tasks/serve-tasks.ts";
import type { StudioTasks } from "../studio/studio-pool.ts";

// There is a process for each core already.
sharp.concurrency(1);
sharp.cache(false);

const tasks: StudioTasks = {
	look: (bytes) =>
		lookAtPicture(bytes).catch((fault: Error) => {
			const [said] = fault.message.trim().split("\n").slice(-1);
			throw new Error(`unreadable or truncated: ${said}; copy it from the card again`, { cause: fault });
		}),
	cutOut,
};

serveTasks({ ...tasks });
