import { Button, Group, Modal, Stack } from "@mantine/core";
import { formatMoment } from "../format/dates.ts";
import { CopyButton } from "./Copy.tsx";
import classes from "./LinkOnce.module.css";
import { StepFocus } from "./SecretOnce.tsx";

interface LinkOnceProps {
	readonly title: string;
	/** Whom it is for: an e-mail address, or null for whoever gets the link. */
	readonly whom: string | null;
	readonly made: { readonly link: string; readonly expires_at: string; readonly was_mailed: boolean };
	readonly onClose: () => void;
}

/** A link that works once, to be passed on over a channel that its maker trusts. */
export function LinkOnce({ title, whom, made, onClose }: LinkOnceProps) {
	return (
		<Modal onClose={onClose} opened size="lg" title={title}>
			<StepFocus>
				<Stack gap="md">
					<p>
						The link works once, until {formatMoment(made.expires_at)}.{" "}
						{made.was_mailed
							? "It was also mailed."
							: "Send it over a channel you trust; it will not be shown again."}
					</p>
					{whom === null ? null : (
						<p>
							For <bdi>{whom}</bdi>
						</p>
					)}
					<div className={classes.link} dir="ltr">
						{made.link}
					</div>
					<Group gap="sm" justify="flex-end">
						<CopyButton name="link" text={made.link} />
						<Button onClick={onClose}>Done</Button>
					</Group>
				</Stack>
			</StepFocus>
		</Modal>
	);
}
