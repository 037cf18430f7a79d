import { notificationsStore } from "@mantine/notifications";
import { expect, test } from "vitest";
import { notifyFailure, notifySuccess } from "./toast.tsx";

test("the close button of a message has a label for screen readers", () => {
	notifySuccess("Saved.");
	notifyFailure(new Error("It failed."));
	const { notifications, queue } = notificationsStore.getState();
	const labels = [...notifications, ...queue].map(({ closeButtonProps }) => closeButtonProps?.["aria-label"]);
	expect(labels).toEqual(["Close this message", "Close this message"]);
});
