import { lookAtPicture } from "@packshot/studio/card";
import { cutOut } from "@packshot/studio/cutout";
import sharp from "sharp";
import { serveTasks } from "../platform/tasks/serve-tasks.ts";
import type { StudioTasks } from "../studio/studio-pool.ts";

// There is a process for each core already.
sharp.concurrency(1);
sharp.cache(false);

const tasks: StudioTasks = { look: lookAtPicture, cutOut };

serveTasks({ ...tasks });
