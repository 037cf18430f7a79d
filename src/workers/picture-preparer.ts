import { type PrepareOptions, preparePicture } from "../images/preparation/prepare.ts";

/** A task of the threads that prepare pictures. */
export default function preparePictureInThread(task: PrepareOptions & { readonly bytes: Uint8Array }) {
	const { bytes, ...options } = task;
	return preparePicture(bytes, options);
}
