import { constants, setPriority } from "node:os";
import { type PrepareOptions, preparePicture } from "../images/preparation/prepare.ts";

// A server beside this goes first. Linux lowers this thread alone, so the one that holds the database's lock is as quick as before.
setPriority(constants.priority.PRIORITY_LOW);

/** A task of the threads that prepare pictures. */
export default function preparePictureInThread(task: PrepareOptions & { readonly bytes: Uint8Array }) {
	const { bytes, ...options } = task;
	return preparePicture(bytes, options);
}
