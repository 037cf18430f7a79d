import { appendFileSync } from "node:fs";
import sharp from "sharp";
import { type Attack, attacks, smallPictureAttacks } from "./attacks.ts";
import { attempt, benchClients, type Fingerprinted, leakerCount, type Outcome } from "./attempt.ts";
import { harderAttacks } from "./harder-attacks.ts";
import { visibility } from "./invisibility.ts";
import { keepPictures, keptPictures, type Subject } from "./pictures.ts";
import { readOutcomes, type StatePlaces } from "./state.ts";

/** A worker's task for one subject; `place` is the subject's index. */
export interface Task {
	readonly step: "prepare" | "trace";
	readonly subject: Subject;
	readonly place: number;
	readonly subjects: readonly Subject[];
	readonly innocents: number;
	/** Share of all pictures that each attack is tried on. */
	readonly share: number;
	/** Names of the attacks; all ordinary ones if absent. */
	readonly attacks?: readonly string[] | undefined;
	readonly state: StatePlaces;
}

/** Performs the tasks sent by the process that forked this one, one after the other. */
export function serveTasks(): void {
	sharp.concurrency(1);
	process.on("message", (task: Task) => {
		const work = task.step === "prepare" ? keepPictures(task.state.pictures, task.subject) : traceAll(task);
		work.then(
			() => process.send?.("done"),
			(fault) => {
				process.stderr.write(`${task.subject.name}: ${(fault as Error).stack}\n`);
				process.exit(1);
			},
		);
	});
}

/** Makes every selected attack on every picture of the subject, except those that already have an outcome. */
async function traceAll(task: Task): Promise<void> {
	const { subject, place, subjects, share, state } = task;
	const clients = benchClients(task.innocents);
	const known = readOutcomes(state);
	const catalogue = fingerprintsOf(state.pictures, subjects);
	for (const picture of keptPictures(state.pictures, subject)) {
		const isKnown = (attack: Attack) =>
			known.outcomes.some((one) => one.imageId === picture.imageId && one.attack === attack.name);
		for (const [i, attack] of attacksOn(task).entries()) {
			if (isKnown(attack) || !isTried(place, i, share)) continue;
			const leaker = (7 * place + 3 * i) % leakerCount;
			note(state.outcomes, await attempt(picture, attack, leaker, clients, catalogue));
		}
		if (known.visibilities.some(({ imageId }) => imageId === picture.imageId)) continue;
		const client = clients[(7 * place) % leakerCount];
		if (client) note(state.visibilities, await visibility(picture, client));
	}
}

/** Spreads an attack evenly over the pictures, with a different first picture for each attack. */
function isTried(place: number, attack: number, share: number): boolean {
	const turn = (at: number) => Math.floor((at + 1) * share + 1e-9);
	const at = place + 3 * attack;
	return turn(at) > turn(at - 1);
}

/** Already small pictures only go through some of the attacks. */
function attacksOn({ subject: { sidePx }, attacks: names }: Task): readonly Attack[] {
	if (names) return [...attacks, ...harderAttacks].filter(({ name }) => names.includes(name));
	return sidePx === 0 || sidePx >= 1000 ? attacks : smallPictureAttacks;
}

let kept: Fingerprinted[] | undefined;

function fingerprintsOf(folder: string, subjects: readonly Subject[]): Fingerprinted[] {
	kept ??= subjects.flatMap((subject) =>
		keptPictures(folder, subject).map(({ kind, fingerprint }) => ({
			subject: subject.name,
			kind,
			fingerprint,
		})),
	);
	return kept;
}

/** Appends one line at a time, so that several processes can write and nothing finished is lost. */
function note(file: string, value: Outcome | object): void {
	appendFileSync(file, `${JSON.stringify(value)}\n`);
}
